import { takesTime } from '../../compilers/filter/takes-time.js';
import type { WorkingHours } from '../../compilers/plan/working-hours.js';
import { MINUTE } from '../../compilers/time/civil.js';
import { printMinutes } from '../../compilers/time/print-time.js';
import type { PersonTimes } from '../../schemas/answers/analysis-data.js';
import type { EventRow } from '../../schemas/answers/event-row.js';
import { type AnalysisParams, DEFAULT_DURATION_MINUTES } from '../../schemas/input/analysis.js';
import { WEEKDAYS } from '../../schemas/input/filter.js';
import { counted } from '../../schemas/model/counted.js';
import type { Occurrence } from '../../schemas/model/event.js';
import { noteText } from '../../schemas/model/notes.js';
import { ALL_TIME, type Range } from '../../schemas/model/time.js';
import type { FreeBusyAnswer } from '../ports/free-busy.js';
import { isTentative } from '../rows/attention.js';
import { mergeTimes } from '../rows/busy-intervals.js';
import { eachRow } from '../rows/each-row.js';
import { printSpan, printTime } from '../rows/project/print-span.js';
import type { Analysis, AnalysisContext } from './analysis.js';
import { pageOf } from './page-of.js';
import { firstAfter } from './time/first-after.js';
import { freeSlots } from './time/free-slots.js';
import { firstFreeWithout, type Party, timesWithin } from './time/in-the-way.js';
import { rankSlots } from './time/rank-slots.js';
import { type SlotWithRooms, slotsWithRooms } from './time/slots-with-rooms.js';
import { TakenTimes } from './time/taken-times.js';
import { workingTimes } from './time/working-times.js';

const NO_SLOTS = 'No free time of this length in the working hours of the range.';
const NO_HOURS = 'There are no working hours from now to the end of the range.';
const PAST = 'The range is past; free time is looked for from now on.';

/**
 * Finds slots when the owner and everyone with known free/busy are free, from now on: working hours minus busy time and
 * buffers. People who may be busy or are away do not count as free.
 */
export const availability: Analysis<'availability'> = {
  needs: 'others',
  ofOwner: 'busy',
  *reduce(plan, rows, { viewer, now, others, rooms, print, workingHours }) {
    const { params } = plan;
    const { durationMinutes = DEFAULT_DURATION_MINUTES, bufferMinutes = 0, noticeMinutes = 0 } = params;
    const range = { from: Math.max(plan.range.from, now + noticeMinutes * MINUTE), to: plan.range.to };
    const buffer = bufferMinutes * MINUTE;
    const taken = new TakenTimes();
    const days: Occurrence[] = [];
    yield* eachRow(rows, (row) => {
      if (!isInTheWay(row, params)) return;
      taken.add(row);
      if (row.allDay) days.push(row);
    });
    const around = { from: range.from - buffer, to: range.to + buffer };
    const own = { who: 'you', busy: taken.merged };
    const theirs = others.flatMap((one) =>
      one.kind === 'known' ? [{ who: nameOf(one), busy: mergeTimes(one.busy, around) }] : [],
    );
    const open = range.from < range.to ? mergeTimes(workingTimes(workingHours, range, viewer), range) : [];
    const slotsFor = (parties: readonly Party[]): readonly (Range | SlotWithRooms)[] => {
      const isRoomNeeded = parties.some((party) => party === ROOMS);
      const busy = mergeTimes(
        parties.flatMap((party) => party.busy),
        around,
      );
      const free = [...freeSlots({ open, busy, durationMinutes, bufferMinutes, viewer })];
      return rooms === undefined || !isRoomNeeded
        ? free
        : withRooms(free, rooms, { range, durationMinutes, viewer });
    };
    const parties = [own, ...theirs, ...(rooms === undefined ? [] : [ROOMS])];
    const slots = slotsFor(parties);
    const taking = slots.length === 0 && open.length > 0 ? open : [];
    const inTheWay = rows.filter(
      (row) => !row.allDay && isInTheWay(row, params) && isOpenDuring(row, taking),
    );
    const without = taking.length === 0 ? [] : firstFreeWithout(parties, (some) => slotsFor(some)[0]);
    const { shown, nextOffset } = pageOf(slots, plan);
    const best = rankSlots(slots, durationMinutes, params.prefer, viewer);
    // An all-day event after the last named slot, up to the slot that follows it, is irrelevant.
    const next = nextOffset === undefined ? undefined : slots[nextOffset];
    const end = Math.max(next?.from ?? range.to, ...best.map(({ time }) => time.from));
    const whole = days.filter((row) => row.start < end && isOpenDuring(row, open));
    const isPreferred = best.some(({ reasons }) => reasons.some((reason) => reason === params.prefer));
    return {
      data: {
        slots: shown.map((slot) => ({
          ...printTime(slot, viewer),
          minutes: Math.floor((slot.to - slot.from) / MINUTE),
          ...('rooms' in slot && { rooms: slot.rooms }),
        })),
        total: slots.length,
        ...(best.length > 0 && {
          best: best.map(({ time, reasons }) => ({ ...printSpan(time, viewer), reasons })),
        }),
        ...(params.durationMinutes === undefined && { durationMinutes }),
        hours: workingHours.map(printHours).join('; '),
        ...(whole.length > 0 && { allDay: whole.slice(0, NAMED).map((row) => named(print(row))) }),
        ...(inTheWay.length > 0 && { busy: inTheWay.slice(0, MOST_BUSY).map((row) => named(print(row))) }),
        ...(others.length > 0 && { attendees: others.map((one) => printPerson(one, taking, viewer)) }),
        ...(rooms !== undefined && { rooms: rooms.answers.map((one) => printPerson(one, taking, viewer)) }),
        ...(without.length > 0 && {
          without: without.map(({ who, ...time }) => ({ who, ...printSpan(time, viewer) })),
        }),
      },
      notes: [
        ...(slots.length === 0
          ? [plan.range.to <= now ? PAST : open.length === 0 ? NO_HOURS : NO_SLOTS]
          : []),
        ...(slots.length > 0 && params.prefer !== undefined && !isPreferred
          ? [`No slot is long enough in the ${params.prefer}.`]
          : []),
        ...(whole.length === 0 ? [] : [takenDays(whole.length)]),
        ...notesOn(others),
        ...(rooms === undefined ? [] : roomNotes(rooms)),
      ],
      nextOffset,
    };
  },
};

/** All rooms together, as one party that must be free. */
const ROOMS: Party = { who: 'rooms', busy: [] };
/** Maximum number of events, or of times per person, that are named if nothing is free. */
const MOST_BUSY = 20;

const NO_ROOMS = 'None of the rooms could be checked: the slots ignore them.';

function roomNotes({ answers, wanted }: NonNullable<AnalysisContext['rooms']>): readonly string[] {
  const known = answers.filter(({ kind }) => kind === 'known').length;
  if (known === 0) return [NO_ROOMS];
  return known < wanted
    ? [`Only ${counted(known, 'room')} of the ${wanted} that are wanted could be checked.`]
    : [];
}

/** Ignores rooms with unknown free/busy. If none is known, returns the slots unchanged. */
function withRooms(
  slots: readonly Range[],
  { answers, wanted }: NonNullable<AnalysisContext['rooms']>,
  {
    range,
    durationMinutes,
    viewer,
  }: { range: Range; durationMinutes: number; viewer: AnalysisContext['viewer'] },
): readonly (Range | SlotWithRooms)[] {
  const known = answers.flatMap((one) =>
    one.kind === 'known' ? [{ name: nameOf(one), busy: mergeTimes(one.busy, range) }] : [],
  );
  const length = durationMinutes * MINUTE;
  return known.length === 0 ? slots : [...slotsWithRooms(slots, known, { rooms: wanted, length }, viewer)];
}

/** Number of all-day events that are named. */
const NAMED = 5;

/** True if the row takes time and the call does not ignore its kind. */
function isInTheWay(row: Occurrence, params: AnalysisParams<'availability'>): boolean {
  const { allDay = true, tentative = true } = params;
  return takesTime(row) && (allDay || !row.allDay) && (tentative || !isTentative(row));
}

/** True if the event overlaps working time. */
function isOpenDuring({ start, end }: Occurrence, open: readonly Range[]): boolean {
  return (open[firstAfter(open, start)]?.from ?? Number.POSITIVE_INFINITY) < end;
}

function takenDays(count: number): string {
  const named = count > NAMED ? `; ${NAMED} of ${count} are named` : '';
  return noteText('days_taken', named);
}

function named({ id, title, start, end }: EventRow): EventRow {
  return { id, title, start, ...(end === start ? {} : { end }) };
}

/** Prints `mon,tue 09:00-17:00`, with the zone if it differs. */
function printHours({ start, end, days, zone }: WorkingHours): string {
  const names = [...days].sort().map((day) => WEEKDAYS[day - 1]);
  const hours = `${names.join(',')} ${printMinutes(start)}-${printMinutes(end)}`;
  return zone === undefined ? hours : `${hours} ${zone.id}`;
}

function nameOf({ name, address }: AnalysisContext['others'][number]): string {
  return name ?? address;
}

/** Includes busy times within working time. */
function printPerson(
  one: AnalysisContext['others'][number],
  open: readonly Range[],
  viewer: AnalysisContext['viewer'],
): PersonTimes {
  const who = { ...(one.name !== undefined && { name: one.name }), email: one.address };
  if (one.kind === 'unknown') return { ...who, checked: false, reason: one.reason };
  const busy = timesWithin(mergeTimes(one.busy, ALL_TIME), open).slice(0, MOST_BUSY);
  return {
    ...who,
    checked: true,
    ...(open.length > 0 && { busy: busy.map((time) => printTime(time, viewer)) }),
  };
}

/** Says that people with unknown free/busy were ignored. */
function notesOn(others: readonly FreeBusyAnswer[]): readonly string[] {
  const unknown = others.filter(({ kind }) => kind === 'unknown').length;
  if (unknown === 0) return [];
  if (unknown === others.length)
    return ['None of the attendees could be checked: only the calendars here were used for the slots.'];
  return [`${unknown} of ${others.length} attendees could not be checked: the slots ignore them.`];
}
