import { randomUUID } from 'node:crypto';
import type { Patch } from '../../compilers/pushdown/target.js';
import { CalendarError } from '../../schemas/model/error.js';
import type { Receipt } from '../ports/backend.js';
import { timesOf } from './test-event.js';
import { LEFT_BEHIND, type WriteTestInput } from './write-test.js';

const DAY_MS = 86_400_000;
const DAYS_AHEAD = 700;
const CLEANUP_MS = 120_000;
const EVERYTHING = { kind: 'and', of: [] } as const;

/**
 * Creates, moves, splits, rejoins and removes a weekly all-day series, which needs no zone. After a failure or an
 * interruption, finds the leftovers by time and removes them.
 */
export async function seriesTest({ backend, calendar, checks, now }: WriteTestInput): Promise<void> {
  const first = now + DAYS_AHEAD * DAY_MS;
  const held = new Map<string, Receipt>();
  const [series, rest] = [randomUUID(), randomUUID()];
  let settled: Promise<unknown> = Promise.resolve();
  const apply = (patch: Patch, signal: AbortSignal): Promise<Receipt | undefined> => {
    const write = backend.apply(backend.target.compileWrite(patch, `${randomUUID()}.ics`), { signal });
    settled = Promise.allSettled([settled, write]);
    return write;
  };
  /** True if the stored series has the days that were written. */
  const put = async (uid: string, [day, count]: readonly [number, number], signal: AbortSignal) => {
    const ics = seriesText(uid, first + day * DAY_MS, count);
    const old = held.get(uid);
    const at = { calendar, ics } as const;
    const receipt = await apply(
      old === undefined
        ? { kind: 'create', uid, ...at }
        : { kind: 'replace', href: old.href, etag: old.etag, ...at },
      signal,
    );
    if (receipt !== undefined) held.set(uid, receipt);
    return receipt !== undefined && timesOf(receipt.ics) === timesOf(ics);
  };
  const drop = async (uid: string, signal: AbortSignal): Promise<true> => {
    const { href = '', etag = '' } = held.get(uid) ?? {};
    await apply({ kind: 'delete', calendar, href, etag }, signal);
    held.delete(uid);
    return true;
  };
  const steps: readonly (readonly [name: string, work: (signal: AbortSignal) => Promise<boolean>])[] = [
    ['create a series', (signal) => put(series, [0, 4], signal)],
    ['move the series', (signal) => put(series, [1, 4], signal)],
    [
      'split the series',
      async (signal) => (await put(series, [1, 2], signal)) && (await put(rest, [15, 2], signal)),
    ],
    ['undo the split', async (signal) => (await drop(rest, signal)) && (await put(series, [1, 4], signal))],
    ['remove the series', (signal) => drop(series, signal)],
  ];
  let left = steps.length;
  try {
    for (const [name, work] of steps) {
      const done = await checks.check(`write test: ${name}`, work, (isEqual) =>
        isEqual
          ? { status: 'ok', detail: 'Done.' }
          : {
              status: 'failed',
              code: 'UPSTREAM_ERROR',
              detail: 'The series has other days than it was given.',
            },
      );
      if (done === undefined) break;
      left--;
    }
  } finally {
    await settled;
    if (left > 0) await cleanUp();
  }

  async function cleanUp(): Promise<void> {
    const signal = AbortSignal.timeout(CLEANUP_MS);
    const range = { from: first - 2 * DAY_MS, to: first + 40 * DAY_MS };
    const scan = backend.target.compileRead(
      { range, pushed: [], residual: EVERYTHING, refresh: true },
      calendar,
    );
    try {
      for (const { href, etag, ics } of (await backend.scan(scan, { signal })).objects) {
        if (!ics.includes(series) && !ics.includes(rest)) continue;
        await apply({ kind: 'delete', calendar, href, etag }, signal);
      }
    } catch (error) {
      if (!(error instanceof CalendarError)) throw error;
      checks.tell('write test: clean up', LEFT_BEHIND);
    }
  }
}

function seriesText(uid: string, first: number, count: number): string {
  const day = (time: number): string => new Date(time).toISOString().slice(0, 10).replaceAll('-', '');
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//calendar-builder-mcp//doctor//EN',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${day(first)}T000000Z`,
    `DTSTART;VALUE=DATE:${day(first)}`,
    `DTEND;VALUE=DATE:${day(first + DAY_MS)}`,
    `RRULE:FREQ=WEEKLY;COUNT=${count}`,
    'SUMMARY:calendar-mcp doctor',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');
}
