import { CalendarError } from '../../../schemas/model/error.js';

/** Limits for a few milliseconds of work. */
const PAUSE_LINES = 4000;
const PAUSE_CHARACTERS = 256 * 1024;

/** Maximum characters of a line, without and with its folds. */
const MAX_LINE = 1024 * 1024;
const MAX_FOLDED = 2 * MAX_LINE;
/** Lines that may be longer, because nothing reads them: files attached to an event. */
const ATTACHED = /^(?:ATTACH|IMAGE|X-[A-Z0-9-]+)[;:]/i;

/** The lines of a text; without `line` if it is too long to read, undefined for a pause. */
export function* unfoldedLines(text: string): Generator<{ line?: string; raw: string } | undefined> {
  let lines = 0;
  let paused = 0;
  let at = text.charCodeAt(0) === 0xfeff ? 1 : 0;
  let carried = at === 1 ? '\ufeff' : '';
  // Number of blanks before every line of an indented text; these are not folds.
  let indent = 0;
  while (at < text.length) {
    const start = at;
    let line = '';
    let skipped = blanksAt(text, at);
    if (skipped < indent) indent = skipped;
    for (;;) {
      const newline = text.indexOf('\n', at);
      const stop = newline < 0 ? text.length : newline;
      let end = stop;
      while (end > at + skipped && text[end - 1] === '\r') end--;
      if (stop - start <= MAX_FOLDED) line += text.slice(at + skipped, end);
      if (++lines % PAUSE_LINES === 0 || stop - paused > PAUSE_CHARACTERS) {
        paused = stop;
        yield;
      }
      at = newline < 0 ? text.length : newline + 1;
      if (at >= text.length) break;
      const blanks = blanksAt(text, at);
      if (blanks > indent && line.length < 30 && /^BEGIN:[A-Z]+\s*$/i.test(line)) indent = blanks;
      if (blanks <= indent) break;
      skipped = indent + 1;
    }
    const raw = carried + text.slice(start, at);
    if (line.length <= MAX_LINE && at - start <= MAX_FOLDED) yield { line, raw };
    else if (ATTACHED.test(text.slice(start, start + 100))) yield { raw };
    else throw new CalendarError('INVALID_ICS', 'A line of the iCalendar text is longer than 1 MB.');
    carried = '';
  }
  if (carried !== '') yield { line: '', raw: carried };
}

function blanksAt(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ' || text[at] === '\t') at++;
  return at - from;
}
