import type { AnswerMeta } from '../../../schemas/answers/meta.js';
import { knownNote } from '../../../schemas/answers/notes.js';
import type { UndoneRow, WriteData } from '../../../schemas/answers/write-data.js';
import { counted } from '../../../schemas/model/counted.js';
import { cell, memberOf, rowsIn } from '../../server/answers/result-rows.js';
import type { ColourOf } from '../screen/calendar-colours.js';
import type { Screen } from '../screen/screen.js';
import { wrap } from '../screen/text-width.js';
import { printAgenda } from './print-agenda.js';

/** Members of a list in an answer. */
const LISTED = 20;

interface ChangeOptions extends Screen {
  readonly colourOf: ColourOf;
  readonly today: string;
}

/** The answer to a change. */
export interface Change {
  readonly data: WriteData;
  readonly meta: AnswerMeta;
}

/** What a change did, or would do: the outcome, the event, what it collides with, and what has to be known. */
export function printChange({ data, meta }: Change, options: ChangeOptions): string {
  const { paint, width } = options;
  const event = memberOf(data, 'event');
  const parts = [
    paint('bold', headOf(data)),
    ...(cell(event, 'start') === '' ? [] : [printAgenda([event], options)]),
    ...listOf(data),
    ...rowsIn(data.conflicts).map((row) => `  overlaps:\n${printAgenda([row], options)}`),
    ...notesOf(meta).flatMap((note) => wrap(note, width - 2).map((line) => paint('dim', `  ${line}`))),
  ];
  return parts.join('\n');
}

function headOf(data: WriteData): string {
  const outcome = cell(data, 'outcome').replaceAll('_', ' ');
  const how = data.dryRun === true ? 'dry run, nothing was changed' : outcome === '' ? 'done' : outcome;
  const imported = data.imported === undefined ? '' : `: ${counted(data.imported, 'event')}`;
  const into = cell(data, 'calendar');
  return `${how}${imported}${imported === '' || into === '' ? '' : ` into ${into}`}`;
}

/** What was undone, skipped or failed. */
function listOf(data: WriteData): readonly string[] {
  const undone = rowsIn(data.undone).map((row) => `  undone: ${cell(row, 'did')} ${named(row)}`);
  const { failed = [] } = data;
  const problems = typeof failed === 'number' ? [] : failed;
  return [
    ...undone,
    ...skippedLine(data.skipped, 'already there'),
    ...skippedLine(data.possibleDuplicates, 'with the title and times of another one'),
    ...problems.map(({ position, message }) => `  failed: event ${position}, ${message}`),
  ];
}

function skippedLine(list: readonly unknown[] | undefined, why: string): readonly string[] {
  if (list === undefined) return [];
  // A note has the number of a list that was cut.
  const atLeast = list.length < LISTED ? '' : 'at least ';
  return [`  skipped: ${atLeast}${counted(list.length, 'event')} ${why}`];
}

function named(row: UndoneRow): string {
  const time = cell(row, 'start').replace('T', ' ').slice(0, 16);
  return [cell(row, 'title'), time].filter((part) => part !== '').join(', ');
}

function notesOf({ notes = [] }: AnswerMeta): readonly string[] {
  return notes.map((text) => knownNote(text)?.atShell ?? text);
}
