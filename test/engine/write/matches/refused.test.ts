import { describe, expect, it } from 'vitest';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { Backend } from '../../../../src/ports/backend.js';
import { createMemoryBackend } from '../../../reference/memory-backend.js';
import { failureOf } from '../../../thrown.js';
import { breakable } from '../../failing-backend.js';
import { type Desk, desk, deskOver, event, ics } from '../../service-on-memory.js';
import { DENTIST, rows, STANDUP } from '../one-desk.js';

const RETRO = ics(
  ...event(
    'UID:retro@x',
    'SUMMARY:Standup',
    'DTSTART;TZID=Europe/Berlin:20261102T090000',
    'DTEND;TZID=Europe/Berlin:20261102T091500',
    'RRULE:FREQ=WEEKLY;COUNT=9',
  ),
  ...event(
    'UID:retro@x',
    'SUMMARY:Retro',
    'RECURRENCE-ID;TZID=Europe/Berlin:20261130T090000',
    'DTSTART;TZID=Europe/Berlin:20261130T090000',
    'DTEND;TZID=Europe/Berlin:20261130T091500',
  ),
);

const remove = (filters: unknown, more: object = {}) => ({
  mutation: { operation: 'delete', filters, ...more },
});

function account(name: string, calendar: object, ...objects: readonly string[]): Backend {
  return createMemoryBackend({ name, calendars: [{ name, objects, ...calendar }] });
}

describe('filters of a change', () => {
  it.each([
    [{}],
    [{ when: 'any' }],
    [{ deleted: false }],
    [{ deleted: true, title: 'dentist' }],
    [{ OR: [] }],
    [{ title: {} }],
    [{ titel: 'dentist' }],
  ])('%o are refused, and nothing is read', async (filters) => {
    const broken = breakable(account('test', {}, DENTIST));
    broken.failScan = new CalendarError('INTERNAL', 'It was read.');
    for (const each of [false, true]) {
      const { code, info } = await failureOf(deskOver([broken.backend]).write(remove(filters, { each })));
      expect(['INVALID_ARGUMENT', 'UNKNOWN_FIELD']).toContain(code);
      expect(info.outcome).toBe('not_applied');
    }
  });

  it.each([[{ id: 'x' }], [{ each: true, ifMatch: 'x' }]])('with %o are refused', async (more) => {
    expect((await failureOf(desk([DENTIST]).write(remove({ title: 'dentist' }, more)))).code).toBe(
      'INVALID_ARGUMENT',
    );
  });

  it.each(['update', 'delete', 'move', 'respond'])('or an id are what %s needs', async (operation) => {
    const { info } = await failureOf(desk([DENTIST]).write({ mutation: { operation } }));
    expect(info.violations?.map(({ path }) => path)).toContain('/mutation/id');
    expect(JSON.stringify(info.violations)).toContain('`id` or `filters` is required');
  });
});

describe('a series that filters match', () => {
  it.each([
    ['on some days only', { title: 'standup', weekday: 'mon' }, STANDUP],
    ['in a changed occurrence only', { title: 'retro' }, RETRO],
  ])('%s needs a scope', async (_, filters, object) => {
    const d = desk([object]);
    const { code, info } = await failureOf(d.write(remove(filters)));
    expect(code).toBe('SCOPE_REQUIRED');
    expect(info.example).toEqual(remove(filters, { scope: 'this' }));
    const before = (await rows(d, { when: 'any' }, { mode: 'list' })).length;
    await d.write(info.example);
    expect(await rows(d, filters)).toHaveLength(
      Math.max(0, (await rows(desk([object]), filters)).length - 1),
    );
    expect(before).toBe(1);
    expect((await failureOf(desk([object]).write(remove(filters, { each: true })))).code).toBe(
      'INVALID_ARGUMENT',
    );
  });

  it('on all its days is meant as a whole', async () => {
    const weekly = RETRO.slice(0, RETRO.indexOf('BEGIN:VEVENT', RETRO.indexOf('END:VEVENT')));
    const d = desk([`${weekly}END:VCALENDAR\r\n`]);
    await d.write(remove({ title: 'standup', weekday: 'mon' }));
    expect(await rows(d, { title: 'standup', when: 'any' })).toHaveLength(0);
  });

  it('is no occurrence without a time', async () => {
    const { code, info } = await failureOf(
      desk([STANDUP]).write(remove({ title: 'standup' }, { scope: 'this' })),
    );
    expect([code, info.path]).toEqual(['INVALID_ARGUMENT', '/mutation/scope']);
    expect(info.example).toMatchObject({
      mutation: { scope: 'this', id: expect.stringContaining('/') },
    });
    expect(info.example).not.toHaveProperty('mutation.filters');
  });

  it('is over from its next occurrence on where following has no time', async () => {
    const d = desk([STANDUP]);
    const all = { mode: 'list', expand: false };
    const before = await rows(d, { when: { before: 'now' } }, { mode: 'list' });
    await d.write(remove({ title: 'standup' }, { scope: 'following' }));
    expect(await rows(d, { when: { before: 'now' } }, { mode: 'list' })).toEqual(before);
    expect(await rows(d, { when: { after: 'now' } }, { mode: 'list' })).toEqual([]);
    expect(await rows(d, { when: 'any' }, all)).toHaveLength(1);
    expect((await failureOf(d.write(remove({ title: 'standup' }, { scope: 'following' })))).code).toBe(
      'INVALID_ARGUMENT',
    );
  });

  it('moves as a whole', async () => {
    const move = { operation: 'move', filters: { title: 'standup', when: 'tomorrow' }, calendar: 'Home' };
    const d = desk([STANDUP]);
    const { code, info } = await failureOf(d.write({ mutation: move }));
    expect(code).toBe('SCOPE_REQUIRED');
    await d.write(info.example);
    expect(await rows(d, { calendar: 'Home', when: 'this week' })).toHaveLength(7);
  });
});

describe('where not every calendar can be read or written', () => {
  function two(more: object): { readonly d: Desk; fail(): void } {
    const other = breakable(account('other', more, DENTIST.replace('dentist@x', 'other@x')));
    const d = deskOver([account('mine', {}, DENTIST), other.backend]);
    return {
      d,
      fail: () => {
        other.failScan = new CalendarError('UNAVAILABLE', 'Not now.');
      },
    };
  }

  it.each([false, true])('nothing is changed on half a view (each %s)', async (each) => {
    const { d, fail } = two({});
    fail();
    const { code, info } = await failureOf(d.write(remove({ title: 'dentist' }, { each })));
    expect(code).toBe('UNAVAILABLE');
    expect(info).toMatchObject({ outcome: 'not_applied', details: { unread: ['other'] } });
    expect(await rows(d, { title: 'dentist' })).toHaveLength(1);
  });

  it('naming the calendar is enough', async () => {
    const { d, fail } = two({});
    fail();
    const { data } = await d.write(remove({ title: 'dentist', calendar: 'mine' }));
    expect(data.outcome).toBe('applied');
  });

  it('a calendar that cannot be written neither matches nor matters', async () => {
    const { d, fail } = two({ writable: false });
    const shown = await d.write(remove({ title: 'dentist' }, { dryRun: true }));
    expect(JSON.stringify(shown.meta.notes)).toContain('cannot be changed');
    fail();
    expect((await d.write(remove({ title: 'dentist' }))).data.outcome).toBe('applied');
  });

  it('is told where nothing else matches', async () => {
    const d = deskOver([account('feed', { writable: false }, DENTIST), account('mine', {})]);
    const { code, info } = await failureOf(d.write(remove({ title: 'dentist' })));
    expect([code, info.path]).toEqual(['READ_ONLY', '/mutation/filters']);
  });
});
