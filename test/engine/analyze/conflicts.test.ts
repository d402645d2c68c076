import { describe, expect, it } from 'vitest';
import { CalendarError } from '../../../schemas/model/error.js';
import { POLICIES } from '../../../schemas/model/policy.js';
import type { Backend } from '../../../src/ports/backend.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { deskOver, event, ics } from '../service-on-memory.js';

const FRIDAY = '2026-11-27';

/** Friday 27 November, in Berlin. */
const timed = (title: string, start: string, end: string, ...lines: readonly string[]) =>
  ics(
    ...event(
      `UID:${title}@x`,
      `SUMMARY:${title}`,
      `DTSTART;TZID=Europe/Berlin:20261127T${start}00`,
      `DTEND;TZID=Europe/Berlin:20261127T${end}00`,
      ...lines,
    ),
  );
const account = (name: string, objects: readonly string[]) =>
  createMemoryBackend({ name, calendars: [{ name, objects: [...objects] }] });

interface Group {
  readonly severity: string;
  readonly sharedMinutes: number;
  readonly events: readonly { readonly title: string; readonly id: string }[];
  readonly resolve?: readonly { readonly move: string; readonly to: string }[];
}

async function analyze(backends: readonly Backend[], scope: object = { when: FRIDAY }, params: object = {}) {
  const { data, meta } = await deskOver(backends).analyze({ analysis: { type: 'conflicts', scope, params } });
  const groups = data.conflicts as readonly Group[];
  const titles = groups.map(({ events }) => events.map(({ title }) => title).join(' '));
  const proposals = groups.map(({ events, resolve }) =>
    resolve
      ?.map(({ move, to }) => `${events.find(({ id }) => id === move)?.title} ${to.slice(0, 16)}`)
      .join(', '),
  );
  return { groups, titles, proposals, total: data.total, meta };
}

const PAIR = [timed('A', '1000', '1100'), timed('B', '1000', '1130')];

describe('groups of overlapping events', () => {
  it('name each event once, and the minutes that two of them take', async () => {
    const chain = [
      timed('A', '1000', '1100'),
      timed('B', '1030', '1130'),
      timed('C', '1045', '1115'),
      timed('D', '1130', '1200'),
    ];
    const { titles, groups } = await analyze([account('Work', chain)]);
    expect(titles).toEqual(['A B C']);
    expect(groups[0]?.sharedMinutes).toBe(45);
  });

  it('are of timed events, unless all-day ones are asked for', async () => {
    const day = ics(...event('UID:d@x', 'SUMMARY:Day', 'DTSTART;VALUE=DATE:20261127', 'TRANSP:OPAQUE'));
    const work = account('Work', [day, timed('A', '1000', '1100')]);
    expect((await analyze([work])).titles).toEqual([]);
    const { titles, groups } = await analyze([work], { when: FRIDAY }, { allDay: true });
    expect([titles, groups[0]?.severity]).toEqual([['Day A'], 'low']);
  });

  it('are less severe where one of two can give way, and come in that order', async () => {
    const objects = [
      timed('Maybe', '1000', '1100', 'STATUS:TENTATIVE'),
      timed('Sure', '1030', '1130'),
      ...[timed('X', '1400', '1500'), timed('Y', '1430', '1530')],
    ];
    const { titles, groups } = await analyze([account('Work', objects)]);
    expect(titles).toEqual(['X Y', 'Maybe Sure']);
    expect(groups.map(({ severity }) => severity)).toEqual(['high', 'medium']);
  });

  it('are cut with the place where the rest begins', async () => {
    const hours = ['09', '11', '13', '15'].flatMap((hour) =>
      ['A', 'B'].map((name) => timed(`${name}${hour}`, `${hour}00`, `${hour}30`)),
    );
    const work = [account('Work', hours)];
    const first = await analyze(work, { when: FRIDAY }, { limit: 3 });
    expect([first.titles.length, first.total, first.meta.nextOffset]).toEqual([3, 4, 3]);
    const rest = await analyze(work, { when: FRIDAY }, { limit: 3, offset: 3 });
    expect([rest.titles, rest.meta.nextOffset]).toEqual([['A15 B15'], undefined]);
  });
});

describe('the other time that is proposed for a conflict', () => {
  it('is the nearest one of the same part of the day, free in all calendars', async () => {
    const taken = timed('Taken', '1130', '1145');
    expect((await analyze([account('Work', PAIR)])).proposals).toEqual(['A 2026-11-27T09:00']);
    const early = timed('Early', '0830', '0930');
    const home = account('Home', [taken, early]);
    expect((await analyze([account('Work', PAIR), home], { when: FRIDAY, calendars: ['Work'] })).proposals)
      // The morning has no hour left.
      .toEqual([undefined]);
  });

  it('is there for each that has to move until no two of them overlap', async () => {
    const three = [timed('A', '1000', '1100'), timed('B', '1015', '1045'), timed('C', '1030', '1100')];
    expect((await analyze([account('Work', three)])).proposals).toEqual([
      'B 2026-11-27T09:30, C 2026-11-27T11:00',
    ]);
  });

  it('is not there for what is in the way of nothing once another one has moved', async () => {
    const chain = [timed('A', '1300', '1345'), timed('B', '1330', '1430'), timed('C', '1415', '1530')];
    expect((await analyze([account('Work', chain)])).proposals).toEqual(['B 2026-11-27T12:00']);
  });

  it('is not there for what the policy does not show in full', async () => {
    const work = account('Work', PAIR);
    for (const read of [POLICIES.dedicated.read, { assistant: 'full', others: 'summary' }] as const) {
      const { data } = await deskOver([work], { policy: { ...POLICIES.dedicated, read } }).analyze({
        analysis: { type: 'conflicts', scope: { when: FRIDAY } },
      });
      expect(data.total).toBe(1);
      expect(JSON.stringify(data)).not.toContain('resolve');
    }
  });

  it('stays in the evening for what is in the evening', async () => {
    const evening = [timed('Choir', '1930', '2100'), timed('Call', '2030', '2130')];
    expect((await analyze([account('Home', evening)])).proposals).toEqual(['Call 2026-11-27T21:00']);
  });

  it('is offered once', async () => {
    const pairs = ['1000', '1015'].flatMap((start, at) => [
      timed(`P${at}`, start, `${Number(start) + 15}`),
      timed(`Q${at}`, start, `${Number(start) + 15}`),
    ]);
    const { proposals } = await analyze([account('Work', pairs)]);
    expect(proposals).toEqual(['P0 2026-11-27T09:45', 'P1 2026-11-27T10:30']);
  });

  it('is never on another day', async () => {
    const full = [...PAIR, timed('Day', '0800', '1000'), timed('Noon', '1130', '1200')];
    expect((await analyze([account('Work', full)])).proposals).toEqual([undefined]);
  });

  it('is none for what is over', async () => {
    const over = ['A', 'B'].map((title) =>
      ics(...event(`UID:${title}`, `SUMMARY:${title}`, 'DTSTART:20261102T090000Z', 'DTEND:20261102T100000Z')),
    );
    expect((await analyze([account('Work', over)], { when: '2026-11-02' })).proposals).toEqual([undefined]);
  });

  it('is none when a calendar could not be read, and a note says so', async () => {
    const error = new CalendarError('UNAVAILABLE', 'The server is away.');
    const broken: Backend = { ...account('Home', []), scan: () => Promise.reject(error) };
    const scope = { when: FRIDAY, calendars: ['Work'] };
    const { proposals, meta } = await analyze([account('Work', PAIR), broken], scope);
    expect(proposals).toEqual([undefined]);
    expect(meta.notes).toEqual([expect.stringContaining('No other times are proposed')]);
  });
});
