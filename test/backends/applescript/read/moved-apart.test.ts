import { describe, expect, it } from 'vitest';
import type { Success } from '../../../../schemas/answers/success.js';
import { never } from '../../../conformance/subject.js';
import { put, wall, worldOf } from '../scenarios/world.js';
import { serviceOver } from '../simulated/calendar-service.js';

const SLOW = expect.stringContaining('AppleScript');
const TWICE = expect.stringContaining('may be shown twice');

const at = (day: number, hour: number) => {
  const start = wall(`2026-11-${day}T${hour}:00:00`);
  return { 'start date': start, 'end date': start + 3_600_000 };
};

/** A series on Mondays, one of whose occurrences somebody has moved to Thursday 26 November, in one of two ways. */
async function moved(isApart: boolean) {
  const world = await worldOf({}, {}, 'Europe/Berlin');
  const skips = isApart ? [] : [at(23, 10)['start date']];
  const { uid } = put(world, { recurrence: 'FREQ=WEEKLY', 'excluded dates': skips, ...at(16, 10) });
  put(world, { uid: isApart ? 'APART' : uid, ...at(26, 15) });
  const service = serviceOver(world.backend);
  return {
    read: (query: object) => service.read({ query }, { signal: never }),
    analyze: (analysis: object) => service.analyze({ analysis }, { signal: never }),
  };
}

const events = (when: unknown) => ({ type: 'events', filters: { when } });
const WEEK = { between: ['2026-11-23', '2026-11-29'] };
const starts = ({ data }: Success): readonly string[] =>
  (data as { events: readonly { start: string }[] }).events.map(({ start }) => start.slice(0, 16));

describe('an occurrence that was moved in Calendar', () => {
  it('with a uid of its own is shown on both dates, and the answer says that it may be', async () => {
    const { read, analyze } = await moved(true);
    // The account itself is said once.
    const answer = await read(events(WEEK));
    expect(starts(answer)).toEqual(['2026-11-23T10:00', '2026-11-26T15:00']);
    expect(answer.meta.notes).toEqual([SLOW, TWICE]);
    // Where only the date is asked that it was moved away from, too.
    expect((await read(events('2026-11-23'))).meta.notes).toEqual([TWICE]);
    expect((await read({ type: 'freebusy', filters: { when: WEEK } })).meta.notes).toEqual([TWICE]);
    const free = await analyze({ type: 'availability', scope: { when: WEEK } });
    expect(free.meta.notes).toContainEqual(TWICE);
  });

  it('with the uid of its series is shown once, and named besides', async () => {
    const { read } = await moved(false);
    const answer = await read(events(WEEK));
    expect(starts(answer)).toEqual(['2026-11-26T15:00']);
    expect(answer.meta.sources).toContainEqual(expect.objectContaining({ unreadable: 1 }));
  });

  it('is said of answers with a series only, and once', async () => {
    const { read } = await moved(true);
    expect((await read(events('2026-11-26'))).meta.notes).toEqual([SLOW]);
    expect((await read(events({ between: ['2026-11-02', '2026-12-31'] }))).meta.notes).toEqual([TWICE]);
  });
});
