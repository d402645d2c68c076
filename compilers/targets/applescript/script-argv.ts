import { CalendarError } from '../../../schemas/model/error.js';
import { LIMITS, refused } from './limits.js';

/** Bytes of one argument: device management software kills osascript for one of about 1,000. */
const PIECE = 800;
/** All arguments together stay below the 1 MiB of macOS, with room for the environment. */
const MOST_BYTES = 800_000;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const encoder = new TextEncoder();

/**
 * Fields as arguments of a script: `=` begins one, `+` goes on with it. AppleScript takes a mark of writing together
 * with the letter before it, so no piece may begin with one.
 */
export function scriptArgv(fields: readonly string[]): readonly string[] {
  const argv = fields.flatMap(pieces);
  const bytes = argv.reduce((sum, piece) => sum + encoder.encode(piece).length + 1, 0);
  if (bytes > MOST_BYTES) {
    throw refused(LIMITS.length, 'Shorten the description, or change this event in Calendar.');
  }
  return argv;
}

function pieces(text: string): readonly string[] {
  if (/\0|[\ud800-\udfff]/u.test(text)) {
    throw new CalendarError(
      'INVALID_ARGUMENT',
      'A text contains characters that cannot be passed to Calendar.',
      {
        outcome: 'not_applied',
      },
    );
  }
  const parts: string[] = [];
  let from = 0;
  do {
    let to = furthest(text, from);
    while (to < text.length && to > from && !beginsCharacter(text, to)) to--;
    const mark = from === 0 ? '=' : '+';
    if (!beginsCharacter(text, from) || (to === from && text !== '')) {
      throw refused(LIMITS.texts, 'Begin the text with a letter, a digit or a space.');
    }
    parts.push(mark + text.slice(from, to));
    from = to;
  } while (from < text.length);
  return parts;
}

/** Where a piece that begins at a place must end at the latest, with room for its mark. */
function furthest(text: string, from: number): number {
  let bytes = 1;
  for (let at = from; at < text.length; ) {
    const code = text.codePointAt(at) ?? 0;
    bytes += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
    if (bytes > PIECE) return at;
    at += code < 0x10000 ? 1 : 2;
  }
  return text.length;
}

/** Whether the character at a place stays one of its own behind a mark of ours. */
function beginsCharacter(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (Number.isNaN(code)) return true;
  if (code >= 0xdc00 && code <= 0xdfff) return false;
  for (const { segment } of graphemes.segment(`=${text.slice(at, at + 8)}`)) return segment === '=';
  return true;
}
