import type { Patch } from '../../compilers/pushdown/target.js';
import { CalendarError } from '../../schemas/model/error.js';
import type { Backend, CalendarInfo } from '../ports/backend.js';
import type { Checklist, ProbeFinding } from '../ports/probe.js';
import { changedEvent, differences } from './test-event.js';
import { TrialEvent } from './trial-event.js';

export interface WriteTestInput {
  readonly backend: Backend;
  readonly calendar: CalendarInfo;
  readonly checks: Checklist;
  readonly now: number;
}

/**
 * Creates, reads, changes and deletes one event far in the future, in the calendar the user named. Always finds and
 * removes it at the end, even after an interruption.
 */
export async function writeTest({ backend, calendar, checks, now }: WriteTestInput): Promise<void> {
  const trial = new TrialEvent(backend, calendar, now);
  const { ics } = trial;
  try {
    const made = await checks.check(
      'write test: create an event',
      (signal) => trial.create(signal),
      (receipt) => tellStored(ics, receipt?.ics, 'Created.'),
    );
    if (made === undefined) return;
    const { href } = made;
    await checks.check(
      'write test: read it back',
      (signal) => trial.readBack(href, signal),
      (found) => tellStored(ics, found?.ics, 'It reads back unchanged.'),
    );
    await checks.check(
      'write test: find it by time',
      (signal) => trial.findByTime(signal),
      (objects) =>
        objects.some((object) => object.href === href)
          ? ok('The third occurrence was found.')
          : failed('UPSTREAM_ERROR', 'Later occurrences of a series are not found by time.'),
    );
    const old = { calendar, href, etag: made.etag } as const;
    const changed = await checks.check(
      'write test: change it',
      (signal) => trial.apply({ kind: 'replace', ...old, ics: changedEvent(made.ics) }, signal),
      (receipt) => tellStored(changedEvent(ics), receipt?.ics, 'Changed.'),
    );
    if (changed !== undefined) {
      await checkRefused(trial, { kind: 'replace', ...old, ics: made.ics }, checks);
      await checkRefused(trial, { kind: 'delete', ...old }, checks);
    }
    await checks.check(
      'write test: delete it',
      async (signal) => {
        const stored = await trial.readBack(href, signal);
        if (stored === undefined)
          throw new CalendarError('NOT_FOUND', 'The event disappeared before it was deleted.');
        await trial.apply({ kind: 'delete', calendar, href, etag: stored.etag }, signal);
        return trial.readBack(href, signal);
      },
      (left) => (left === undefined ? ok('Deleted.') : failed('OUTCOME_UNKNOWN', 'It still exists.')),
    );
  } finally {
    await cleanUp(trial, checks);
  }
}

async function checkRefused(trial: TrialEvent, patch: Patch, checks: Checklist): Promise<void> {
  await checks.check(
    `write test: ${patch.kind === 'replace' ? 'change' : 'delete'} with an old version`,
    (signal) => refused(() => trial.apply(patch, signal)),
    (code) =>
      code === 'CONFLICT'
        ? ok('Refused, as expected.')
        : failed('CONFLICT', 'Not refused: changes made by others can be overwritten.'),
  );
}

async function cleanUp(trial: TrialEvent, checks: Checklist): Promise<void> {
  try {
    if (!(await trial.remove())) checks.tell('write test: clean up', LEFT_BEHIND);
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    checks.tell('write test: clean up', LEFT_BEHIND);
  }
}

export const LEFT_BEHIND: ProbeFinding = {
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

/** Returns CONFLICT if the write is refused with it, undefined if the write succeeds. */
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
