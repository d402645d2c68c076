import { describe, expect, it } from 'vitest';
import { CalendarError } from '../../../schemas/model/error.js';
import { createMemoryBackend } from '../../../src/backends/memory/memory-backend.js';
import type { Backend } from '../../../src/ports/backend.js';
import { deskOver, event, ics } from '../service-on-memory.js';

const DAY_OF_CONFLICTS = '2026-11-27';

const timed = (title: string, start: string, end: string) =>
  ics(...event(`UID:${title}@x`, `SUMMARY:${title}`, `DTSTART:${start}`, `DTEND:${end}`));
const account = (name: string, objects: readonly string[]) =>
  createMemoryBackend({ name, calendars: [{ name, objects: [...objects] }] });

/** Friday 27 November, all in UTC: 15:00 to 16:00 is 16:00 to 17:00 in Berlin, the end of the working day. */
const PAIR = ['A', 'B'].map((title) => timed(title, '20261127T150000Z', '20261127T160000Z'));
const MONDAY = timed('Monday', '20261130T080000Z', '20261130T160000Z');

const analyze = async (backends: readonly Backend[], scope: object) => {
  const { data, meta } = await deskOver(backends).analyze({ analysis: { type: 'conflicts', scope } });
  const conflicts = data.conflicts as readonly { readonly resolve?: { readonly to: string } }[];
  return { places: conflicts.map(({ resolve }) => resolve?.to), notes: meta.notes };
};

describe('the other time that is proposed for a conflict', () => {
  it('is free after the range too, and in calendars that were not asked about', async () => {
    const backends = [account('Work', PAIR), account('Home', [MONDAY])];
    const tuesday = ['2026-12-01T09:00+01:00'];
    expect((await analyze(backends, { when: DAY_OF_CONFLICTS })).places).toEqual(tuesday);
    expect((await analyze(backends, { when: DAY_OF_CONFLICTS, calendars: ['Work'] })).places).toEqual(
      tuesday,
    );
    const filters = { NOT: { title: 'monday' } };
    expect((await analyze(backends, { when: 'next 14 days', filters })).places).toEqual(tuesday);
  });

  it('is for one event only', async () => {
    const three = [...PAIR, timed('C', '20261127T150000Z', '20261127T160000Z')];
    const { places } = await analyze([account('Work', three)], { when: DAY_OF_CONFLICTS });
    expect(new Set(places)).toEqual(new Set(['2026-11-30T09:00+01:00', '2026-11-30T10:00+01:00']));
  });

  it('is none for what is over', async () => {
    const over = ['A', 'B'].map((title) => timed(title, '20261102T090000Z', '20261102T100000Z'));
    expect((await analyze([account('Work', over)], { when: '2026-11-02' })).places).toEqual([undefined]);
  });

  it('is none when a calendar could not be read, and a note says so', async () => {
    const home = account('Home', [MONDAY]);
    const error = new CalendarError('UNAVAILABLE', 'The server is away.');
    const broken: Backend = { ...home, scan: () => Promise.reject(error) };
    const { places, notes } = await analyze([account('Work', PAIR), broken], {
      when: DAY_OF_CONFLICTS,
      calendars: ['Work'],
    });
    expect(places).toEqual([undefined]);
    expect(notes).toEqual([expect.stringContaining('No other times are proposed')]);
  });
});
