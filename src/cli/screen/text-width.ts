/** Created on first use, because this takes as long as printing a week. */
let made: Intl.Segmenter | undefined;
function segmentsOf(text: string): Iterable<Intl.SegmentData> {
  made ??= new Intl.Segmenter('en', { granularity: 'grapheme' });
  return made.segment(text);
}

/** Texts with one column per character. */
const PLAIN = /^[ -\u007e\u00a1-\u024f\u2013-\u2026\u2190-\u2193\u2500-\u259f\u2610]*$/;

/** East Asian wide characters and emoji take two columns. */
const WIDE =
  /^[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6\u{20000}-\u{3fffd}]|\p{Emoji_Presentation}|\ufe0f/u;

/** Columns of a text in a terminal. */
export function textWidth(text: string): number {
  if (PLAIN.test(text)) return text.length;
  let width = 0;
  for (const { segment } of segmentsOf(text)) width += WIDE.test(segment) ? 2 : 1;
  return width;
}

/** Cuts a text with an ellipsis or pads it to the exact width. */
export function fitWidth(text: string, columns: number): string {
  const width = textWidth(text);
  if (width <= columns) return text + ' '.repeat(columns - width);
  let cut = '';
  let used = 0;
  if (PLAIN.test(text)) return `${text.slice(0, columns - 1)}…`;
  for (const { segment } of segmentsOf(text)) {
    const own = WIDE.test(segment) ? 2 : 1;
    if (used + own > columns - 1) break;
    cut += segment;
    used += own;
  }
  return `${cut}…${' '.repeat(Math.max(0, columns - used - 1))}`;
}

/** Breaks lines at spaces and after commas if possible. */
export function wrap(text: string, columns: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const piece of text.match(/[^\s,]*(?:,|\s+|$)/g) ?? []) {
    if (line !== '' && textWidth(line + piece.trimEnd()) > columns) {
      lines.push(line.trimEnd());
      line = '';
    }
    line += piece;
  }
  return line.trim() === '' && lines.length > 0 ? lines : [...lines, line.trimEnd()];
}
