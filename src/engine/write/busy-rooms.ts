import { DAY } from '../../../compilers/time/civil.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { Occurrence } from '../../../schemas/model/event.js';
import type { Range } from '../../../schemas/model/time.js';
import { waitUnlessAborted } from '../../concurrency/wait-unless-aborted.js';
import type { BusyTime, FreeBusyAnswer } from '../../ports/free-busy.js';
import type { KnownPerson } from '../../ports/people.js';
import { printTime } from '../../rows/project/print-span.js';
import { truncateText } from '../../rows/truncate-texts.js';
import { sideQuestionMs } from '../context/timed-backend.js';
import { askForPeople } from '../sources/known-people.js';
import type { ChangeDraft, ExpectedEvent } from './change-draft.js';
import type { WriteReport } from './write-result.js';
import type { WriteSession } from './write-session.js';

/** How far ahead a series is checked, and how many of its occurrences. */
const CHECKED = 62 * DAY;
const MOST_TIMES = 20;
/** Most other rooms asked about, and most listed. */
const MOST_ASKED = 20;
const MOST_NAMED = 3;

/** The part of an answer about busy rooms. */
export type BusyRooms = Pick<WriteReport, 'extra' | 'notes'>;

type Room = Occurrence['attendees'][number];

/**
 * Rooms on a new or changed event that are busy at its time, as their server says, with others that are free.
 * Empty if no room is busy, or if that is unknown: such a room answers by itself.
 */
export async function busyRooms(
  { expected, steps, times, report }: ChangeDraft,
  run: WriteSession,
): Promise<BusyRooms> {
  const isWritten = steps.some(({ kind }) => kind === 'create' || kind === 'replace');
  if (!isWritten || run.inBatch || expected?.row === undefined) return {};
  const had = new Set((report.before?.attendees ?? []).map(({ email }) => email.toLowerCase()));
  const rooms = roomsOn(expected.row).filter(
    ({ email }) => times !== undefined || !had.has(email.toLowerCase()),
  );
  if (rooms.length === 0) return {};
  const rows = (times?.rows() ?? [expected.row]).slice(0, MOST_TIMES);
  const range = spanOf(rows, expected.row);
  const answers = await timesOf(
    rooms.map(({ email }) => email),
    range,
    expected,
    run,
  );
  // A room that is already on the event is busy with the event itself.
  const own = times?.before?.() ?? [];
  const busy = rooms.flatMap((room, at): { room: Room; taken: readonly BusyTime[] }[] => {
    const answer = answers[at];
    if (answer?.kind !== 'known') return [];
    const isOwn = (time: BusyTime): boolean =>
      had.has(room.email.toLowerCase()) && own.some((row) => row.start === time.from && row.end === time.to);
    const taken = answer.busy.filter((time) => !isOwn(time) && rows.some((row) => overlaps(row, time)));
    return taken.length === 0 ? [] : [{ room, taken }];
  });
  if (busy.length === 0) return {};
  const free = await freeRooms(rooms, rows, expected, run);
  return {
    extra: {
      busyRooms: Object.fromEntries(
        busy.map(({ room: { name, email }, taken }) => [
          truncateText(name ?? email, 'name'),
          taken.slice(0, MOST_NAMED).map(({ from, to }) => printTime({ from, to }, run.viewer)),
        ]),
      ),
      ...(free.length > 0 && { freeRooms: free }),
    },
    notes: [free.length > 0 ? TAKEN_OTHERS : TAKEN],
  };
}

const TAKEN =
  'A room is busy at that time (busyRooms), so it may decline; availability with rooms finds other times.';
const TAKEN_OTHERS = `${TAKEN} Those in freeRooms are free then.`;

function roomsOn({ attendees }: Occurrence): readonly Room[] {
  return attendees.filter(({ kind, email }) => (kind === 'room' || kind === 'resource') && email !== '');
}

function spanOf(rows: readonly Occurrence[], { start, end }: Occurrence): Range {
  const [first] = rows;
  const from = first?.start ?? start;
  return { from, to: Math.min(rows.at(-1)?.end ?? end, from + CHECKED) };
}

function overlaps({ start, end }: Occurrence, { from, to }: BusyTime): boolean {
  return from < end && to > start;
}

/** Rooms of the same directory that are free at all of these times. */
async function freeRooms(
  taken: readonly Room[],
  rows: readonly Occurrence[],
  expected: ExpectedEvent,
  run: WriteSession,
): Promise<readonly string[]> {
  const [first] = rows;
  if (first === undefined) return [];
  const { signal } = run.call;
  const { people } = await askForPeople({ from: 'directory' }, run.engine, { signal });
  const asked = new Set(taken.map(({ email }) => email.toLowerCase()));
  const others = people
    .filter(
      ({ kind, addresses: [address] }) => kind === 'room' && address && !asked.has(address.toLowerCase()),
    )
    .slice(0, MOST_ASKED);
  if (others.length === 0) return [];
  const addresses = others.flatMap(({ addresses: [address] }) => address ?? []);
  const answers = await timesOf(addresses, spanOf(rows, first), expected, run);
  const isFree = (_: KnownPerson, at: number): boolean => {
    const answer = answers[at];
    return answer?.kind === 'known' && !answer.busy.some((time) => rows.some((row) => overlaps(row, time)));
  };
  return others
    .filter(isFree)
    .slice(0, MOST_NAMED)
    .map(({ name }) => truncateText(name, 'name'));
}

/** Answers from the account of the event; empty if it fails or is too slow. */
async function timesOf(
  addresses: readonly string[],
  range: Range,
  { source: { backend } }: ExpectedEvent,
  { call: { signal }, engine }: WriteSession,
): Promise<readonly FreeBusyAnswer[]> {
  if (backend.freeBusyOf === undefined) return [];
  try {
    return await waitUnlessAborted(
      backend.freeBusyOf(addresses, range, { signal }),
      signal,
      sideQuestionMs(engine),
    );
  } catch (error) {
    if (!(error instanceof CalendarError) || signal.aborted) throw error;
    return [];
  }
}
