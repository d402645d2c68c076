import { expect } from 'vitest';
import type { Told } from './ask.js';
import { namedIn } from './check.js';
import { type LiveAccount, plainly } from './live-account.js';
import type { PlainAccount, PlainCalendar, Question } from './random-world.js';

export interface Asked {
  readonly question: Question;
  readonly told: Told;
  readonly at: number;
  /** Milliseconds for which a copy counts as fresh. */
  readonly freshnessMs: number;
  /** Last failure of the account or one of its calendars, by name; the account's name is unique. */
  readonly failedAt: ReadonlyMap<string, number>;
}

const SECOND = 1000;
/** Pause before a failed server is asked again. */
const REST_MS = 15_000;
const REFRESHABLE = ['list', 'count', 'search', 'freebusy'];

/**
 * The states of the account that fit the answer: now, the time that the answer gives for an old copy, or any time
 * while a copy is fresh. Sources that the answer reports as failed must have failed.
 */
export function asTold(account: LiveAccount, asked: Asked): readonly PlainAccount[] {
  const { question, told, at, freshnessMs, failedAt } = asked;
  const isNewest = question.refresh === true && REFRESHABLE.includes(question.kind);
  const named = namedIn(told);
  const choices = account.calendars.map((calendar): readonly PlainCalendar[] => {
    const now = account.statesBetween(calendar, at, at);
    const all = (states: readonly Parameters<typeof plainly>[1][], fails = false) =>
      states.map((files) => plainly(calendar, files, fails));
    if (account.fails && isNewest) return all(now, true);
    const names = [`${account.name}/*`, calendar.name, `${account.name}/${calendar.name}`];
    const line = named.find((one) => names.includes(one.calendar) && one.error !== undefined);
    if (line === undefined && told.refused === undefined)
      return all(isNewest || freshnessMs === 0 ? now : account.statesBetween(calendar, at - freshnessMs, at));
    const since = isNewest ? at : at - REST_MS;
    const failed = Math.max(failedAt.get(account.name) ?? 0, failedAt.get(calendar.name) ?? 0);
    if (line !== undefined) expect(failed, `${line.calendar} did not fail`).toBeGreaterThanOrEqual(since);
    if (line?.stale === undefined) return all(now, failed >= since);
    expect(isNewest, 'an old copy where the newest was asked for').toBe(false);
    const then = Date.parse(String(line.stale));
    return all(account.statesBetween(calendar, then, then + SECOND - 1));
  });
  return product(choices).map((calendars) => ({
    ...{ name: account.name, calendars },
    fails: account.fails && isNewest,
  }));
}

function product<One>(choices: readonly (readonly One[])[]): readonly (readonly One[])[] {
  return choices.reduce<readonly (readonly One[])[]>(
    (before, some) => before.flatMap((one) => some.map((next) => [...one, next])),
    [[]],
  );
}
