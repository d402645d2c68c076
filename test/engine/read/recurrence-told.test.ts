import { describe, expect, it } from 'vitest';
import { desk, event, ics } from '../service-on-memory.js';

async function told(...lines: readonly string[]): Promise<unknown> {
  const d = desk([ics(...event('UID:a@test', 'SUMMARY:A', ...lines))]);
  const { data } = await d.read({
    query: { type: 'events', filters: { id: 'a@test' }, fields: ['recurrence'], expand: false },
  });
  const [row] = Array.isArray(data.events) ? data.events : [];
  return row.recurrence;
}

describe('what answers tell of a recurrence', () => {
  it('names the day of the last occurrence, not the one that the rule allows', async () => {
    expect(
      await told('DTSTART;TZID=Europe/Berlin:20261125T200000', 'RRULE:FREQ=WEEKLY;UNTIL=20261203T225959Z'),
    ).toMatchObject({ text: 'every week until 2 Dec 2026' });
    // Its last one is left out.
    expect(
      await told(
        'DTSTART;VALUE=DATE:20261123',
        'RRULE:FREQ=DAILY;UNTIL=20261127',
        'EXDATE;VALUE=DATE:20261127',
      ),
    ).toEqual({
      rrule: 'FREQ=DAILY;UNTIL=20261127',
      text: 'every day until 26 Nov 2026',
      exclude: ['2026-11-27'],
    });
  });

  it('lists what is excluded on the clock of the question, the latest of many', async () => {
    expect(
      await told('DTSTART:20261124T230000Z', 'RRULE:FREQ=DAILY', 'EXDATE:20261126T230000Z,20261125T230000Z'),
    ).toMatchObject({ exclude: ['2026-11-26T00:00', '2026-11-27T00:00'] });
    const many = Array.from({ length: 25 }, (_, index) => `202612${String(index + 1).padStart(2, '0')}`);
    expect(
      await told('DTSTART;VALUE=DATE:20261124', 'RRULE:FREQ=DAILY', `EXDATE;VALUE=DATE:${many.join(',')}`),
    ).toMatchObject({
      exclude: expect.arrayContaining(['2026-12-06', '2026-12-25']),
      excludedBefore: 5,
    });
  });

  it('says in words which days are left out: three, and how many more', async () => {
    const words = async (...lines: readonly string[]): Promise<unknown> => {
      const d = desk([ics(...event('UID:a@test', 'SUMMARY:A', ...lines))]);
      const { data } = await d.read({
        query: { type: 'events', filters: { id: 'a@test' }, expand: false },
      });
      const { data: found } = await d.analyze({ analysis: { type: 'recurring_events' } });
      const [row] = Array.isArray(data.events) ? data.events : [];
      expect(found.series).toMatchObject([{ rule: row.recurrence }]);
      return row.recurrence;
    };
    const weekly = ['DTSTART;TZID=Europe/Berlin:20261124T100000', 'RRULE:FREQ=WEEKLY;UNTIL=20270126T225959Z'];
    const without = (...days: readonly string[]) =>
      `EXDATE;TZID=Europe/Berlin:${days.map((day) => `${day}T100000`).join(',')}`;
    expect(await words(...weekly)).toBe('every week until 26 Jan 2027');
    // What lies after its end is none of it.
    expect(await words(...weekly, without('20261229', '20270202'))).toBe(
      'every week until 26 Jan 2027, except 29 Dec 2026',
    );
    expect(await words(...weekly, without('20261201', '20261208', '20261229', '20270105', '20270112'))).toBe(
      'every week until 26 Jan 2027, except 29 Dec 2026, 5 Jan, 12 Jan 2027 and 2 more',
    );
  });
});
