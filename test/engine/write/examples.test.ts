import { describe, expect, it } from 'vitest';
import { exampleCall } from '../../../schemas/tools/examples.js';
import { failureOf } from '../../thrown.js';
import { desk, event, ics } from '../service-on-memory.js';

const series = (uid: string, title: string) =>
  ics(
    ...event(
      `UID:${uid}@x`,
      `SUMMARY:${title}`,
      'DTSTART;TZID=Europe/Berlin:20261102T090000',
      'DTEND;TZID=Europe/Berlin:20261102T091500',
      'RRULE:FREQ=WEEKLY;COUNT=9',
    ),
  );
const WEEKLY = [series('a', 'Sync one'), series('b', 'Sync two')];
const filters = { title: 'sync', when: 'next week' };

describe('the example of a refused change works', () => {
  it('import: a whole calendar', async () => {
    expect(await desk().write(exampleCall('calendar_write', 'import'))).toMatchObject({
      data: { outcome: 'applied' },
    });
  });

  it('several occurrences to another calendar: in a scope that can go there', async () => {
    const { write } = desk(WEEKLY);
    const { code, info } = await failureOf(
      write({ mutation: { operation: 'update', changes: { calendar: 'Home' }, filters } }),
    );
    expect(code).toBe('AMBIGUOUS_TARGET');
    expect(info.example).toMatchObject({ mutation: { scope: 'following' } });
    expect(await write(info.example)).toMatchObject({ data: { outcome: 'applied' } });
  });

  it('a move of one of several occurrences: says first that a series moves as a whole', async () => {
    const { write } = desk(WEEKLY);
    const several = await failureOf(write({ mutation: { operation: 'move', calendar: 'Home', filters } }));
    const whole = await failureOf(write(several.info.example));
    expect([several.code, whole.code]).toEqual(['AMBIGUOUS_TARGET', 'SCOPE_REQUIRED']);
    expect(await write(whole.info.example)).toMatchObject({ data: { outcome: 'applied' } });
  });

  it('of several matches: with one that is not in that calendar already', async () => {
    const { write } = desk([WEEKLY[0] ?? ''], [WEEKLY[1] ?? '']);
    const mutation = { operation: 'move', calendar: 'Work', filters: { title: 'sync' } };
    const { info } = await failureOf(write({ mutation }));
    expect(await write(info.example)).toMatchObject({ data: { outcome: 'applied' } });
  });

  it('an occurrence without scope: only in a scope that can go there', async () => {
    const { read, write } = desk(WEEKLY);
    const { data } = await read({ query: { type: 'events', filters } });
    const [{ id = '' } = {}] = data.events as { id?: string }[];
    const elsewhere = await failureOf(
      write({ mutation: { operation: 'update', id, changes: { calendar: 'Home' } } }),
    );
    expect(elsewhere).toMatchObject({ code: 'SCOPE_REQUIRED', info: { didYouMean: ['following', 'all'] } });
    expect(elsewhere.info.suggestion).not.toContain('"this"');
    const here = await failureOf(write({ mutation: { operation: 'move', id, calendar: 'Work' } }));
    expect(here.message).toContain('in this calendar already');
    expect(await write(elsewhere.info.example)).toMatchObject({ data: { outcome: 'applied' } });
  });

  it('an undo of something else: says that its token is made up', async () => {
    const { info } = await failureOf(desk().write({ mutation: { operation: 'undo', write: 'last' } }));
    expect(info.suggestion).toContain('made up');
  });
});
