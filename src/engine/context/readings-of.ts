/** Models read base64 as they read words. */
const ENCODED = /[A-Za-z0-9+/_-]{24,}/g;
const ESCAPED = /(?:%[0-9a-f]{2})+/gi;
/** Regular expressions take parts of any text; they overlap by more than what is looked for. */
const PART = 20_000;
const OVERLAP = 400;

/** What a text says, part by part: as it is, as it reads in an address, and what is encoded in it. */
export function* readingsOf(text: string): Generator<string, undefined> {
  for (let from = 0; from === 0 || from + OVERLAP < text.length; from += PART - OVERLAP) {
    const part = text.slice(from, from + PART);
    yield part;
    if (part.includes('%')) yield part.replace(ESCAPED, unescaped);
    for (const [run] of part.matchAll(ENCODED)) yield Buffer.from(run, 'base64').toString();
  }
}

function unescaped(run: string): string {
  return Buffer.from(run.replaceAll('%', ''), 'hex').toString();
}
