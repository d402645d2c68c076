/** Models read base64 like plain text. */
const ENCODED = /[A-Za-z0-9+/_-]{24,}/g;
const ESCAPED = /(?:%[0-9a-f]{2})+/gi;
/** Long texts are matched in parts of this size, which overlap by more than the searched phrases. */
const PART = 20_000;
const OVERLAP = 400;

/** All readings of a text, part by part: as is, percent-decoded, and decoded from base64. */
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
