/** Most characters of a request; longer text is prose. */
const LONGEST = 400;
export const MOST_REQUESTS = 200;

const NO_STOP =
  /(?:^|[\s.])(?:\p{L}|dr|mr|mrs|ms|st|approx|vs|no|e\.g|i\.e|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|mon|tues?|wed|thurs?|fri|sat|sun|hrs?|mins?)\.$|\d\.$/iu;
const MONTH = /^(?:jan|jän|feb|mär|mar|apr|mai|may|jun|jul|aug|sep|okt|oct|nov|dez|dec)/i;
const HEADING = /^#{1,6}\s/;
const BULLET = /^(?:[-*•–]|\d{1,2}[.)])\s+/;

/** The sentences and lines of a text; each may hold several requests. At most `MOST_REQUESTS`. */
export function sentencesOf(text: string): readonly string[] {
  const sentences: string[] = [];
  for (const line of linesOf(text)) {
    if (HEADING.test(line)) continue;
    for (const sentence of sentencesOfLine(line.replace(BULLET, ''))) {
      if (sentences.length >= MOST_REQUESTS) return sentences;
      sentences.push(sentence);
    }
  }
  return sentences;
}

/** Nonempty lines, short enough for a request. */
export function linesOf(text: string): readonly string[] {
  return text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '' && line.length <= LONGEST);
}

function sentencesOfLine(line: string): readonly string[] {
  const sentences: string[] = [];
  let from = 0;
  for (const { index, 0: stop } of line.matchAll(/[.!?;]+\s+(?=\p{L})/gu)) {
    const end = index + stop.trimEnd().length;
    if (
      NO_STOP.test(line.slice(Math.max(0, end - 12), end)) &&
      (MONTH.test(line.slice(index + stop.length)) ||
        !/^\p{Lu}\p{Ll}+ /u.test(line.slice(index + stop.length)))
    )
      continue;
    sentences.push(line.slice(from, end));
    from = index + stop.length;
  }
  return [...sentences, line.slice(from)].map((one) => one.trim()).filter((one) => one !== '');
}
