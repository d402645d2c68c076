import { readClock } from '../../schemas/diagnostics/read-time.js';
import { defined } from '../../schemas/model/defined.js';
import { pointer } from '../../schemas/model/pointer.js';
import { attempt, type Compilation, type InputPath, inZone, violate } from '../compilation.js';
import type { EventChanges } from '../plan/write-plan.js';
import { DAY, dayOfWall, MINUTE, printDate } from '../time/civil.js';
import { printWall } from '../time/print-time.js';
import { resolveEventTime } from '../time/resolve-time.js';
import type { EventTime } from '../time/time-value.js';

interface TimesInput {
  readonly start?: string | undefined;
  readonly end?: string | undefined;
  /** For tasks, instead of `end`. */
  readonly due?: string | undefined;
  readonly durationMinutes?: number | undefined;
  readonly allDay?: boolean | undefined;
  readonly timezone?: string | undefined;
}

type Times = Pick<EventChanges, 'start' | 'end' | 'clock' | 'durationMinutes' | 'allDay' | 'timezone'>;

/** Reads local times in the event's own zone, if it has one. */
export function inEventZone(
  timezone: string | undefined,
  compilation: Compilation,
  at: InputPath,
): Compilation {
  return timezone === undefined ? compilation : inZone(compilation, timezone, [...at, 'timezone']);
}

/**
 * Start, end and length as given. With `allDay`, a moment means its written day, and an end at midnight the day before.
 * In changes, a time alone applies to the event's day; a new event has no day yet.
 */
export function compileTimes(
  { due, ...given }: TimesInput,
  compilation: Compilation,
  at: InputPath,
  of: 'data' | 'changes',
): Times {
  const input = due === undefined ? given : { ...given, end: due };
  const { allDay, durationMinutes } = input;
  const pathOf = (key: 'start' | 'end') => [...at, key === 'end' && due !== undefined ? 'due' : key];
  const clock: { start?: number; end?: number } = {};
  const read = (text: string | undefined, key: 'start' | 'end'): EventTime | undefined => {
    if (of === 'changes' && text !== undefined) {
      if (isShift(text, pathOf(key), compilation, at)) return undefined;
      const time = clockOf(text);
      if (time !== undefined && allDay === true) {
        violate(compilation, pathOf(key), {
          code: 'INVALID_DATE',
          message: NO_CLOCK,
          fix: { kind: 'remove' },
        });
        return undefined;
      }
      if (time !== undefined) {
        clock[key] = minutesOf(time);
        return undefined;
      }
    }
    return readTime(text, { allDay }, compilation, pathOf(key));
  };
  const asked = read(input.start, 'start');
  const until = lastDay(read(endText(input, asked), 'end'), asked, input, compilation);
  const { start, end } =
    due === undefined ? { start: asked, end: until } : ofOneKind(asked, until, input, compilation);
  if (durationMinutes !== undefined && durationMinutes <= 0) {
    violate(compilation, [...at, 'durationMinutes'], {
      code: 'INVALID_ARGUMENT',
      message: 'An event lasts at least one minute.',
      fix: { kind: 'set', value: 30, isMadeUp: true },
    });
  }
  return defined({
    start,
    end,
    clock: Object.keys(clock).length > 0 ? clock : undefined,
    durationMinutes,
    allDay,
    timezone: input.timezone === undefined ? undefined : compilation.scope.zone.id,
  });
}

/** Start and due are both days or both moments (RFC 5545 §3.8.2.3); next to a moment, a day is all of it. */
function ofOneKind(
  start: EventTime | undefined,
  end: EventTime | undefined,
  { allDay }: TimesInput,
  { scope: { zone }, notes }: Compilation,
): { readonly start: EventTime | undefined; readonly end: EventTime | undefined } {
  if (allDay === true || start === undefined || end === undefined || start.kind === end.kind)
    return { start, end };
  const momentOn = ({ day }: { readonly day: number }, clock: number): EventTime => {
    const wall = day * DAY + clock * MINUTE;
    return { kind: 'time', wall, instant: zone.toInstant(wall), zone: zone.id };
  };
  notes.add(start.kind === 'date' ? STARTS_WITH_DAY : DUE_WITH_DAY);
  return {
    start: start.kind === 'date' ? momentOn(start, 0) : start,
    end: end.kind === 'date' ? momentOn(end, LAST_MINUTE) : end,
  };
}

const STARTS_WITH_DAY = 'The start is the beginning of its day, as due has a time of day.';
const DUE_WITH_DAY = 'Due is at the end of its day, as the start has a time of day.';
const LAST_MINUTE = 24 * 60 - 1;

const WRITTEN_START = /^\s*(\d{4}-\d{2}-\d{2})[T ]\d{2}:\d{2}(?::\d{2})?(Z|[+-]\d{2}:?\d{2})?\s*$/i;

/** Rows show an end on the same day as a time of day, so accepts that with a start, too. */
function endText({ start: text = '', end }: TimesInput, start: EventTime | undefined): string | undefined {
  const clock = end === undefined ? undefined : clockOf(end);
  if (clock === undefined || start?.kind !== 'time') return end;
  const [, day = printDate(dayOfWall(start.wall)), offset = ''] = WRITTEN_START.exec(text) ?? [];
  return `${day}T${clock}${offset}`;
}

const SHIFT = /^\s*([+-])\s*(\d{1,4})\s*(m|min|minutes?|h|hours?|d|days?)\s*$/i;

/** `+2h` is a shift as a new start or due date, and more time as a new end. */
function isShift(text: string, path: InputPath, { findings }: Compilation, at: InputPath): boolean {
  const [, sign, count, unit = ''] = SHIFT.exec(text) ?? [];
  if (sign === undefined) return false;
  const minutes = Number(`${sign}${count}`) * (/^m/i.test(unit) ? 1 : /^h/i.test(unit) ? 60 : 1440);
  const meant = path.at(-1) === 'end' ? 'extendMinutes' : 'shiftMinutes';
  findings.push({
    path,
    violation: { code: 'INVALID_DATE', path: pointer(path), message: 'This says by how much, not when.' },
    fixes: [
      { path, fix: { kind: 'remove' } },
      { path: [...at, meant], fix: { kind: 'set', value: minutes } },
    ],
    suggestion: `Use ${meant}.`,
  });
  return true;
}

const WRITTEN_DAY = /^\s*(\d{4}-\d{2}-\d{2})[T ]/i;
const MIDNIGHT = /[T ]00:00(?::00(?:\.0+)?)?(?:Z|[+-]\d{2}:?\d{2})?\s*$/i;

/** An all-day event that ends at midnight excludes the day that starts then. */
function lastDay(
  end: EventTime | undefined,
  start: EventTime | undefined,
  { allDay, end: text = '' }: TimesInput,
  compilation: Compilation,
): EventTime | undefined {
  if (allDay !== true || end?.kind !== 'date' || !MIDNIGHT.test(text)) return end;
  if (start === undefined) {
    // Only the stored event shows if this is after its first day.
    const { zone } = compilation.scope;
    const wall = end.day * DAY;
    return { kind: 'time', wall, instant: zone.toInstant(wall), zone: zone.id };
  }
  if (start.kind !== 'date' || end.day <= start.day) return end;
  compilation.notes.add('The end at midnight was read as the end of the day before.');
  return { kind: 'date', day: end.day - 1 };
}

const NO_CLOCK = 'An all-day event has no time of day.';

function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
}

/** `9:30`, `3pm`, `noon`; four digits are a year. */
function clockOf(text: string): string | undefined {
  return /^\s*\d{4}\s*$/.test(text) ? undefined : readClock(text);
}

function readTime(
  text: string | undefined,
  { allDay }: { readonly allDay: boolean | undefined },
  compilation: Compilation,
  at: InputPath,
): EventTime | undefined {
  if (text === undefined) return undefined;
  const read = attempt(compilation, at, () => resolveEventTime(text, compilation.scope));
  if (read === undefined) return undefined;
  const { time, notes } = read;
  if (allDay === true && time.kind === 'time') {
    // `2026-12-24T00:00Z` is the 24th even west of Greenwich.
    const written = WRITTEN_DAY.exec(text)?.[1];
    const named = written === undefined ? time : resolveEventTime(written, compilation.scope).time;
    if (named.kind === 'date') return named;
    return { kind: 'date', day: dayOfWall(compilation.scope.zone.toWall(time.instant)) };
  }
  for (const note of notes) compilation.notes.add(note);
  return time;
}

/** Start and end must be of one kind and in order; an all-day end is the last day, so both can be equal. */
export function checkOrder(
  { start, end }: Times,
  { allDay, due }: TimesInput,
  compilation: Compilation,
  at: InputPath,
): void {
  if (start === undefined || end === undefined) return;
  const isSame = start.kind === end.kind;
  if (isSame ? fromOf(end) >= fromOf(start) : allDay === true) return;
  const value =
    start.kind === 'time' ? localText(start.instant + 60 * MINUTE, compilation) : printDate(start.day);
  const message = isSame
    ? due === undefined
      ? 'The event ends before it starts.'
      : 'The task is due before it starts.'
    : 'Start and end must both be dates or both have a time of day.';
  const fix = { kind: 'set', value, isMadeUp: true } as const;
  const path = [...at, due === undefined ? 'end' : 'due'];
  violate(compilation, path, { code: 'INVALID_DATE', message, fix, didYouMean: [value] });
}

function localText(instant: number, { scope }: Compilation): string {
  return printWall(scope.zone.toWall(instant));
}

/** A sort key; not comparable between days and moments. */
function fromOf(time: EventTime): number {
  return time.kind === 'date' ? time.day : time.instant;
}
