import { randomUUID } from 'node:crypto';
import type { Patch, Scan } from '../../compilers/pushdown/target.js';
import { CalendarError } from '../../schemas/model/error.js';
import { ALL_TIME } from '../../schemas/model/time.js';
import type { Backend, CalendarInfo, CalendarObject, Receipt, ScanResult } from '../ports/backend.js';
import type { Checklist, ProbeFinding } from '../ports/probe.js';
import { changedEvent, differences, testEvent } from './test-event.js';

const EVERYTHING = { kind: 'and', of: [] } as const;
const CLEANUP_MS = 30_000;

interface Ward {
  readonly backend: Backend;
  readonly calendar: CalendarInfo;
  readonly checks: Checklist;
  readonly now: number;
}

/**
 * Creates one event far in the future, in the calendar the user has named; reads, changes and deletes it. Whatever
 * happens on the way, also an interruption, it is looked for at the end and removed.
 */
export async function writeTest({ backend, calendar, checks, now }: Ward): Promise<void> {
  const { target } = backend;
  const uid = randomUUID();
  const name = `${uid}.ics`;
  const { ics, range } = testEvent(uid, now);
  /** Settles when no write is on its way: a check that is ended does not wait for its own. */
  let settled: Promise<unknown> = Promise.resolve();
  const apply = (patch: Patch, signal: AbortSignal): Promise<Receipt | undefined> => {
    const write = backend.apply(target.compileWrite(patch, name), { signal });
    settled = Promise.allSettled([settled, write]);
    return write;
  };
  const scan = (part: Partial<Scan>, signal: AbortSignal): Promise<ScanResult> =>
    backend.scan(
      target.compileRead(
        { range: ALL_TIME, pushed: [], residual: EVERYTHING, refresh: true, ...part },
        calendar,
      ),
      { signal },
    );
  const readBack = async (href: string, signal: AbortSignal): Promise<CalendarObject | undefined> =>
    (await scan({ hrefs: [href] }, signal)).objects[0];

  let href: string | undefined;
  try {
    const made = await checks.check(
      'write test: create an event',
      async (signal) => {
        const receipt = await apply({ kind: 'create', calendar, uid, ics }, signal);
        href = receipt?.href;
        return receipt;
      },
      (receipt) => tellStored(ics, receipt?.ics, 'Created.'),
    );
    if (made === undefined) return;
    const { href: at } = made;
    await checks.check(
      'write test: read it back',
      (signal) => readBack(at, signal),
      (found) => tellStored(ics, found?.ics, 'It reads back unchanged.'),
    );
    await checks.check(
      'write test: find it by time',
      (signal) => scan({ range }, signal),
      ({ objects }) =>
        objects.some((object) => object.href === at)
          ? ok('The third occurrence was found.')
          : failed('UPSTREAM_ERROR', 'Later occurrences of a series are not found by time.'),
    );
    const changed = await checks.check(
      'write test: change it',
      (signal) =>
        apply({ kind: 'replace', calendar, href: at, etag: made.etag, ics: changedEvent(made.ics) }, signal),
      (receipt) => tellStored(changedEvent(ics), receipt?.ics, 'Changed.'),
    );
    if (changed !== undefined) {
      const old = { calendar, href: at, etag: made.etag } as const;
      for (const patch of [
        { kind: 'replace', ...old, ics: made.ics },
        { kind: 'delete', ...old },
      ] satisfies Patch[]) {
        await checks.check(
          `write test: ${patch.kind === 'replace' ? 'change' : 'delete'} with an old version`,
          (signal) => refused(() => apply(patch, signal)),
          (code) =>
            code === 'CONFLICT'
              ? ok('Refused, as expected.')
              : failed('CONFLICT', 'Not refused: changes made by others can be overwritten.'),
        );
      }
    }
    await checks.check(
      'write test: delete it',
      async (signal) => {
        const stored = await readBack(at, signal);
        if (stored === undefined)
          throw new CalendarError('NOT_FOUND', 'The event disappeared before it was deleted.');
        await apply({ kind: 'delete', calendar, href: at, etag: stored.etag }, signal);
        return readBack(at, signal);
      },
      (left) => (left === undefined ? ok('Deleted.') : failed('OUTCOME_UNKNOWN', 'It still exists.')),
    );
  } finally {
    await cleanUp();
  }

  /** With its own signal: the run may have been interrupted. */
  async function cleanUp(): Promise<void> {
    await settled;
    const signal = AbortSignal.timeout(CLEANUP_MS);
    try {
      for (const object of await leftovers(signal)) {
        await apply({ kind: 'delete', calendar, href: object.href, etag: object.etag }, signal);
      }
      if ((await leftovers(signal)).length > 0) checks.tell('write test: clean up', LEFT_BEHIND);
    } catch (error) {
      if (!(error instanceof CalendarError)) throw error;
      checks.tell('write test: clean up', LEFT_BEHIND);
    }
  }

  /** Where creating failed half-way the address is not known: then it is looked for by its time. */
  async function leftovers(signal: AbortSignal): Promise<readonly CalendarObject[]> {
    if (href !== undefined) return (await scan({ hrefs: [href] }, signal)).objects;
    return (await scan({ range }, signal)).objects.filter((object) => object.ics.includes(uid));
  }
}

const LEFT_BEHIND: ProbeFinding = {
  status: 'failed',
  code: 'OUTCOME_UNKNOWN',
  detail: 'The test event may not have been removed.',
  suggestion: 'Look for "calendar-mcp doctor" about two years ahead in the named calendar, and delete it.',
};

function tellStored(written: string, stored: string | undefined, good: string): ProbeFinding {
  if (stored === undefined) return failed('NOT_FOUND', 'The event was not found.');
  const changed = differences(written, stored);
  if (changed.length === 0) return ok(good);
  const detail = `Stored with a different ${changed.join(', ')}.`;
  return { status: 'warning', detail, facts: { changed: changed.join(' ') } };
}

/** The code that a write is refused with; undefined where it is not. */
async function refused(write: () => Promise<unknown>): Promise<string | undefined> {
  try {
    await write();
    return undefined;
  } catch (error) {
    if (error instanceof CalendarError && error.code === 'CONFLICT') return error.code;
    throw error;
  }
}

function ok(detail: string): ProbeFinding {
  return { status: 'ok', detail };
}

function failed(
  code: 'CONFLICT' | 'NOT_FOUND' | 'OUTCOME_UNKNOWN' | 'UPSTREAM_ERROR',
  detail: string,
): ProbeFinding {
  return { status: 'failed', code, detail };
}
