import { DAY, dayOfWall, HOUR, MINUTE, printDate } from '../../../../compilers/time/civil.js';
import type { Zone } from '../../../../compilers/time/zone.js';
import { CalendarError, type ErrorCode } from '../../../../schemas/model/error.js';
import type { Occurrence } from '../../../../schemas/model/event.js';
import type { Range } from '../../../../schemas/model/time.js';
import { estimateOccurrences } from '../../../calendar/expand/estimate-occurrences.js';
import type { Series } from '../../../calendar/series/series.js';
import type { YieldToEventLoop } from '../../../concurrency/yield-to-event-loop.js';
import type { CalendarObject } from '../../../ports/backend.js';
import { eventId } from '../../sources/event-id.js';
import { fitRows, MOST_OCCURRENCES, type Weighed } from './fit-rows.js';
import type { RowContext } from './row-context.js';
import { rowsOfSeries } from './rows-of-series.js';

/** A series, before it is known whether the call can afford to expand it. */
export interface SeriesToExpand {
  readonly calendarId: string;
  readonly series: Series;
  readonly object: CalendarObject;
  readonly context: RowContext;
}

/** Occurrences expanded per step. */
const PIECE = 1000;

/** Something that exists but is not in the answer. */
export interface Unread {
  /** Its address, or the id of a series. */
  readonly ref: string;
  readonly reason: string;
  readonly code?: ErrorCode;
}

/** The rows of a call, and the series that it could not afford. */
export interface Expanded {
  readonly rows: readonly Occurrence[];
  /** The objects behind the rows. */
  readonly objects: readonly CalendarObject[];
  /** Calendars that are left out. */
  readonly tooFull: ReadonlyMap<string, CalendarError>;
  /** Series that are left out. */
  readonly problems: readonly { readonly calendarId: string; readonly problem: Unread }[];
}

/** Expands the series that a call can afford; reports the others. `weighIt` estimates a series. */
export async function expandAll(
  all: readonly SeriesToExpand[],
  range: Range,
  yieldToEventLoop: YieldToEventLoop,
  weighIt = weighSeries,
): Promise<Expanded> {
  const problems: { calendarId: string; problem: Unread }[] = [];
  const leaveOut = (
    { series, calendarId }: SeriesToExpand,
    reason: string,
    code: ErrorCode = 'EXPANSION_LIMIT',
  ): string => {
    const ref = eventId(calendarId, series.uid);
    problems.push({ calendarId, problem: { ref, reason, code } });
    return ref;
  };
  const attempt = <T>(one: SeriesToExpand, work: () => T): T | undefined => {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof CalendarError)) throw error;
      leaveOut(one, error.message, error.code);
      return undefined;
    }
  };
  const weighed: (SeriesToExpand & Weighed)[] = [];
  for (const one of all) {
    const weight = attempt(one, () => weighIt(one, range));
    if (weight !== undefined) weighed.push({ ...one, weight });
    await yieldToEventLoop();
  }
  const { kept, leftOut, calendars, longest } = fitRows(weighed, range);
  const viewer = all[0]?.context.viewer;
  if (viewer === undefined) return NOTHING;
  const reason = tooDense(longest, range, viewer);
  for (const one of leftOut) one.context.note(reason, leaveOut(one, reason));
  const rows: Occurrence[] = [];
  const objects: CalendarObject[] = [];
  for (const one of kept) {
    const before = rows.length;
    for (const piece of piecesOf(range, one.weight)) {
      const found = attempt(one, () => rowsOfPiece(one, piece, range));
      await yieldToEventLoop();
      if (found === undefined) {
        // A series is complete or left out.
        rows.length = before;
        break;
      }
      for (const row of found) rows.push(row);
    }
    if (rows.length > before) objects.push(one.object);
  }
  const error = tooFull(longest, range, viewer);
  return { rows, objects, problems, tooFull: new Map([...calendars].map((id) => [id, error])) };
}

const NOTHING: Expanded = { rows: [], objects: [], problems: [], tooFull: new Map() };

function weighSeries({ series, context }: SeriesToExpand, range: Range): number {
  return estimateOccurrences(series, range, context.viewer, context.budget);
}

/** Cuts a range into pieces of about `PIECE` occurrences each. */
function* piecesOf({ from, to }: Range, weight: number): Generator<Range> {
  const count = Math.ceil(weight / PIECE);
  for (let piece = 1, begin = from; begin < to; piece++) {
    const end = piece >= count ? to : Math.floor(from + ((to - from) * piece) / count);
    yield { from: begin, to: end };
    begin = end;
  }
}

/** Drops rows that began in an earlier piece, which has them already. */
function rowsOfPiece({ series, object, context }: SeriesToExpand, piece: Range, whole: Range): Occurrence[] {
  const rows = rowsOfSeries(series, object, context, piece);
  return piece.from === whole.from ? rows : rows.filter(({ start }) => start >= piece.from);
}

/** Explains why a calendar is too full to be answered, and which range would work. */
function tooFull(longest: number, range: Range, viewer: Zone): CalendarError {
  return new CalendarError(
    'EXPANSION_LIMIT',
    `The calendar has more occurrences in this range than one call can read (${MOST_OCCURRENCES}).`,
    { suggestion: `Ask for ${shorter(longest, range, viewer)}.` },
  );
}

function tooDense(longest: number, range: Range, viewer: Zone): string {
  return `This event recurs too often for the range and is left out; use ${shorter(longest, range, viewer)}, or expand:false.`;
}

/** A shorter range, for days with a filter to copy; 5 % less than fits, because densities are estimates. */
function shorter(longest: number, { from }: Range, viewer: Zone): string {
  const room = longest * 0.95;
  const [unit, name] = UNITS.find(([length]) => room >= length) ?? [MINUTE, 'minute'];
  const count = Math.max(1, Math.floor(room / unit));
  const range = `a range of ${count === 1 ? `one ${name}` : `${count} ${name}s`} or less`;
  if (unit !== DAY) return range;
  const first = dayOfWall(viewer.toWall(from));
  const between = JSON.stringify({ between: [printDate(first), printDate(first + count - 1)] });
  return `${range}, such as ${between}`;
}

const UNITS: readonly (readonly [number, string])[] = [
  [DAY, 'day'],
  [HOUR, 'hour'],
];
