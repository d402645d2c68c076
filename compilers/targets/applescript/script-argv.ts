import { CalendarError } from '../../../schemas/model/error.js';
import { LIMITS, refused } from './limits.js';

/** Bytes per argument: device management software kills osascript for one of about 1,000. */
const PIECE = 800;
/** Bytes of all arguments: below the 1 MiB of macOS, with room for the environment. */
const MOST_BYTES = 800_000;

/** ASCII, where each character is its own grapheme. */
const PLAIN = /^[\n\t -~]*$/;

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const bytesOf = (text: string): number => Buffer.byteLength(text);

/** Fields as script arguments: `=` starts a field, `+` continues it. */
export function scriptArgv(fields: readonly string[]): readonly string[] {
  const argv = fields.flatMap(pieces);
  if (argv.reduce((sum, piece) => sum + bytesOf(piece) + 1, 0) > MOST_BYTES)
    throw refused(LIMITS.length, 'Shorten the description, or change this event in Calendar.');
  return argv;
}

/** Cuts between graphemes: AppleScript joins a combining mark to the previous character, even to our mark. */
function pieces(text: string): readonly string[] {
  if (/\0|[\ud800-\udfff]/u.test(text)) {
    throw new CalendarError(
      'INVALID_ARGUMENT',
      'A text contains characters that cannot be passed to Calendar.',
      { outcome: 'not_applied' },
    );
  }
  const parts: string[] = [];
  let from = 0;
  do {
    const near = text.slice(from, from + PIECE);
    const [mark = '', ...characters] = charactersOf((from === 0 ? '=' : '+') + near);
    // The part may end inside a grapheme.
    if (from + near.length < text.length) characters.pop();
    let piece = mark;
    let bytes = mark.length;
    for (const character of characters) {
      bytes += bytesOf(character);
      if (bytes > PIECE) break;
      piece += character;
    }
    if (mark.length > 1 || (piece === mark && text !== ''))
      throw refused(LIMITS.texts, 'Begin the text with a letter, a digit or a space.');
    parts.push(piece);
    from += piece.length - 1;
  } while (from < text.length);
  return parts;
}

function charactersOf(text: string): readonly string[] {
  return PLAIN.test(text) ? [...text] : [...graphemes.segment(text)].map(({ segment }) => segment);
}
