import { expect } from 'vitest';
import { type Address, NOW, printTimes, rowTimes, timesOf } from './address.js';
import { printStamp } from './plain-clock.js';
import { LOOKED_AT, type PlainOccurrence } from './plain-series.js';
import type { Scene } from './random-series.js';
import type { DrawnWish, Expected } from './wish.js';

type Data = Readonly<Record<string, unknown>>;

interface Answered {
  readonly scene: Scene;
  readonly address: Address;
  readonly expected: Expected;
  readonly wish: DrawnWish;
  readonly call: string;
  readonly dry: Data;
  readonly answer: Data;
}

/** Checks that the answer has the named occurrence and the effect on the others, and that its dry run said the same. */
export function checkAnswer({ scene, address, expected, wish, call, dry, answer }: Answered): void {
  // The dry run cannot know what the server changes.
  const { undoToken: _token, outcome, serverChanged: _changed, ...told } = answer;
  expect(outcome, `${call}: outcome`).toBe('applied');
  const { outcome: none, dryRun, confirmToken: _, would: _counts, ...foretold } = dry;
  expect({ none, dryRun }, `${call}: a dry run`).toEqual({ none: 'not_applied', dryRun: true });
  expect(foretold, `${call}: a dry run says what the write does`).toEqual(told);

  const { viewer } = scene;
  const event = answer.event as Record<string, unknown>;
  const now = expected.named ?? address.named;
  expect(timesOf(event), `${call}: what was named`).toEqual(printTimes(now, viewer));
  expect(event, `${call}: one id`).not.toHaveProperty('id');
  const [base, stamp] = String(answer.id).split('/');
  expect(stamp, `${call}: the id names it`).toBe(
    expected.single ? undefined : printStamp(now.original, now.allDay),
  );
  const calendar = expected.elsewhere === undefined ? 'Work' : 'Home';
  expect(event.calendar, `${call}: its calendar`).toBe(calendar);
  checkChanged({ scene, address, expected, wish, call, dry, answer });

  const series = answer.series as Record<string, unknown> | undefined;
  // `deleted` means that the series was deleted.
  const isSaid = wish.scope !== undefined && (expected.scope !== 'all' || 'deleted' in answer);
  expect(series?.scope, `${call}: what was changed`).toBe(isSaid ? undefined : expected.scope);
  expect(series?.newId, `${call}: a split has a new id`).toBe(expected.split ? base : undefined);
  const isOther = expected.split || expected.elsewhere !== undefined || stamp !== stampOf(address);
  const others = expected.scope !== 'this' && expected.named !== undefined && !expected.single;
  expect(series?.idsChanged, `${call}: ids of the others, too`).toBe((others && isOther) || undefined);
  checkRest(expected, address, viewer, series ?? {}, call);
}

const stampOf = ({ named }: Address): string => printStamp(named.original, named.allDay);

/** Checks the others: how many keep their own values, the day the old series ends, how many were removed. */
function checkRest(
  { kept, left, named, after, scope, mayFollow }: Expected,
  { all }: Address,
  viewer: string,
  series: Record<string, unknown>,
  call: string,
): void {
  for (const [name, count] of Object.entries(mayFollow ? {} : (kept ?? {}))) {
    const told: unknown = Object(series.kept)[name] ?? 0;
    // A few are listed, each by its day.
    const named = Array.isArray(told) ? new Set(told.map((one) => String(one).slice(0, 10))).size : told;
    expect(named, `${call}: keep their own ${name}`).toBe(count);
    expect(Array.isArray(told), `${call}: names them`).toBe(count > 0 && count <= 3);
  }
  const last = left && [...left].sort((a, b) => a.start - b.start).at(-1);
  expect(series.endsOn, `${call}: the old series ends`).toBe(
    last && printTimes(last, viewer).start.slice(0, 10),
  );
  const ends = all.at(-1)?.start ?? 0;
  if (named === undefined && scope !== 'this' && ends < LOOKED_AT) checkRemoved(series, all, after, call);
}

/** Checks the number of removed occurrences, and of those not over yet if only some were. */
function checkRemoved(
  series: Record<string, unknown>,
  all: readonly PlainOccurrence[],
  after: readonly PlainOccurrence[],
  call: string,
): void {
  const count = (list: readonly PlainOccurrence[]): number =>
    list.filter(({ end }) => end > Date.parse(NOW)).length;
  const removed = all.length - after.length;
  const upcoming = count(all) - count(after);
  expect(series.removed, `${call}: removed`).toBe(removed);
  expect(series.upcoming, `${call}: upcoming`).toBe(upcoming === removed ? undefined : upcoming);
}

/** Checks that it lists exactly the changed properties, before and after, without an end that follows its start. */
function checkChanged({ scene, address, expected, call, answer }: Answered): void {
  const { named } = expected;
  if (named === undefined) {
    expect(answer.changed, `${call}: a deletion changes nothing`).toBeUndefined();
    return;
  }
  const was: Record<string, string> = { ...rowTimes(address.named, scene.viewer), calendar: 'Work' };
  const calendar = expected.elsewhere === undefined ? 'Work' : 'Home';
  const is: Record<string, string> = { ...rowTimes(named, scene.viewer), calendar };
  const names = ['title', 'start', 'end', 'calendar'];
  const isAsLong = address.named.end - address.named.start === named.end - named.start;
  const goesAlong = isAsLong && address.named.allDay === named.allDay ? 'end' : undefined;
  const differing = names.filter((name) => was[name] !== is[name] && name !== goesAlong);
  const wanted = differing.map((name) => [name, [was[name], is[name]]]);
  const changed = Object.entries(answer.changed ?? {}).filter(([name]) => names.includes(name));
  expect(Object.fromEntries(changed), `${call}: changed`).toEqual(Object.fromEntries(wanted));
}
