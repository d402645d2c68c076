import { describe, expect, it } from 'vitest';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { deskOver, event, ics } from '../service-on-memory.js';

const DAY = 86_400_000;

const series = (title: string, changed: string, ...lines: readonly string[]) =>
  ics(
    ...event(
      `UID:${title}`,
      `SUMMARY:${title}`,
      'DTSTART:20261102T090000Z',
      'DTEND:20261102T100000Z',
      `LAST-MODIFIED:${changed}T000000Z`,
      ...lines,
    ),
  );

function review() {
  let passed = 0;
  const objects = [
    series('New', '20261101', 'RRULE:FREQ=WEEKLY'),
    series('Old', '20251101', 'RRULE:FREQ=DAILY;COUNT=100'),
    series('Middle', '20260601', 'RRULE:FREQ=MONTHLY'),
    series('Over', '20200101', 'RRULE:FREQ=DAILY;COUNT=2'),
    series('Single', '20190101'),
  ];
  const backend = createMemoryBackend({ name: 'a', calendars: [{ name: 'Work', objects }] });
  const desk = deskOver([backend], {}, () => passed);
  return {
    wait: (days: number) => {
      passed += days * DAY;
    },
    ask: async (params: object = {}) => {
      const { data } = await desk.analyze({ analysis: { type: 'series_review', params } });
      return data.series as readonly {
        id: string;
        title: string;
        reviewed?: string;
        unchangedDays: number;
      }[];
    },
  };
}

describe('series_review', () => {
  it('lists what goes on, the longest unchanged first', async () => {
    const found = await review().ask();
    expect(found.map(({ title, unchangedDays }) => [title, unchangedDays])).toEqual([
      ['Old', 387],
      ['Middle', 175],
      ['New', 22],
    ]);
  });

  it('puts one behind the others that was reviewed since', async () => {
    const { ask, wait } = review();
    const [old] = await ask();
    const marked = await ask({ operation: 'update', id: `${old?.id}/20261123T0900` });
    expect(marked).toMatchObject([{ id: old?.id, title: 'Old', reviewed: '2026-11-23' }]);
    wait(1);
    const titles = (await ask({ operation: 'list' })).map(({ title, reviewed }) => [title, reviewed]);
    expect(titles).toEqual([
      ['Middle', undefined],
      ['New', undefined],
      ['Old', '2026-11-23'],
    ]);
  });

  it('needs a series to mark', async () => {
    const { ask } = review();
    await expect(ask({ operation: 'update' })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await expect(ask({ id: 'x' })).rejects.toMatchObject({ code: 'INVALID_ARGUMENT' });
    await expect(ask({ operation: 'update', id: 'nothing' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
