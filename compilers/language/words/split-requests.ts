/** Characters of one request; what is longer is prose. */
const LONGEST = 400;
/** Requests of one text that are looked at. */
export const MOST_REQUESTS = 200;

const NO_STOP =
  /(?:^|[\s.])(?:\p{L}|dr|mr|mrs|ms|st|approx|vs|no|e\.g|i\.e|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|mon|tues?|wed|thurs?|fri|sat|sun|hrs?|mins?)\.$|\d\.$/iu;
const HEADING = /^#{1,6}\s/;
const BULLET = /^(?:[-*•–]|\d{1,2}[.)])\s+/;
const VERBS =
  "schedule|book|add|create|set up|put|plan|arrange|move|push|postpone|delay|reschedule|shift|bring|change|cancel|delete|remove|call off|decline|accept|reject|find|show|list|what|when|remind me|rename|invite|extend|shorten|undo|am i|are we|is there|do i|can you|could you|skip|who|whats|whens|tell|let|send|read|give|make|swap|switch|turn down|say (?:yes|no|maybe)|maybe|rsvp (?:yes|no)|clear|scrap|drop|get rid|stick|chuck|throw|pop|slot|squeeze|block|pencil in|note|mark|cut|don['’]?t|count me|i['’]?m|im|i have|i need|set|check";
const JOINT = new RegExp(
  `(?:,? (?:and then|and also|then|and|also|plus)|[,;]) (?=(?:please )?(?:${VERBS})\\b)`,
  'gi',
);

/** The sentences and lines of a text, each of which may hold several requests; at most a bounded number. */
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

/** Lines that are not empty, of a length that a request can have. */
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
      !/^\p{Lu}\p{Ll}+ /u.test(line.slice(index + stop.length))
    )
      continue;
    sentences.push(line.slice(from, end));
    from = index + stop.length;
  }
  return [...sentences, line.slice(from)].map((one) => one.trim()).filter((one) => one !== '');
}

/** Where a sentence may be cut in two requests. */
export function jointsOf(sentence: string): readonly { readonly at: number; readonly next: number }[] {
  return [...sentence.matchAll(JOINT)].map(({ index, 0: joint }) => ({
    at: index,
    next: index + joint.length,
  }));
}
