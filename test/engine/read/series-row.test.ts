import { describe, expect, it } from 'vitest';
import { desk, event, ics } from '../service-on-memory.js';

const one = (uid: string, ...lines: string[]) => ics(...event(`UID:${uid}@x`, `SUMMARY:${uid}`, ...lines));
const weekly = (uid: string, ...lines: string[]) =>
  one(
    uid,
    'DTSTART;TZID=Europe/Berlin:20261102T100000',
    'DTEND;TZID=Europe/Berlin:20261102T110000',
    ...lines,
  );

async function rowOf(object: string, query: object) {
  const { data } = await desk([object]).read({ query: { type: 'events', ...query } });
  return (data.events as Record<string, unknown>[])[0];
}

describe('a row that stands for a series', () => {
  it('says how it repeats, and starts with what is next', async () => {
    const row = await rowOf(weekly('Choir', 'RRULE:FREQ=WEEKLY;BYDAY=MO;UNTIL=20261224T000000Z'), {
      expand: false,
    });
    expect(row).toMatchObject({
      start: '2026-11-23T10:00+01:00',
      end: '11:00',
      recurrence: 'every week on Monday until 21 Dec 2026',
    });
    expect(row).not.toHaveProperty('next');
  });

  it('has next where that is another one, and null where nothing follows', async () => {
    const over = weekly('Over', 'RRULE:FREQ=WEEKLY;COUNT=2');
    for (const query of [{ expand: false }, { mode: 'search', filters: { title: 'over' } }]) {
      expect(await rowOf(over, query)).toMatchObject({
        start: '2026-11-09T10:00+01:00',
        recurrence: 'every week 2 times',
        next: null,
      });
    }
    const past = { expand: false, filters: { when: { before: '2026-11-12' } } };
    expect(await rowOf(weekly('Choir', 'RRULE:FREQ=WEEKLY'), past)).toMatchObject({
      start: '2026-11-09T10:00+01:00',
      next: '2026-11-23T10:00+01:00',
    });
  });

  it('says that it recurs where it has dates and no rule', async () => {
    const dates = weekly('Dates', 'RDATE;TZID=Europe/Berlin:20261125T100000,20261210T100000');
    expect(await rowOf(dates, { expand: false })).toMatchObject({
      start: '2026-11-25T10:00+01:00',
      recurring: true,
    });
    const ruled = weekly('Ruled', 'RRULE:FREQ=WEEKLY');
    expect(await rowOf(ruled, { expand: false })).not.toHaveProperty('recurring');
  });

  it('has the rule itself where that is asked for; a row of one occurrence has none', async () => {
    const choir = weekly('Choir', 'RRULE:FREQ=WEEKLY');
    expect(await rowOf(choir, { expand: false, fields: ['recurrence'] })).toMatchObject({
      recurrence: { rrule: 'FREQ=WEEKLY', text: 'every week' },
    });
    const row = await rowOf(choir, { filters: { when: 'today' } });
    expect(row).not.toHaveProperty('recurrence');
    const fields = ['title', 'next'];
    expect(await rowOf(choir, { filters: { when: '2026-11-30' }, fields })).toMatchObject({
      next: '2026-11-23T10:00+01:00',
    });
  });
});

describe('an event that ends on other clocks than it starts', () => {
  const flight = one(
    'Flight',
    'DTSTART;TZID=Europe/Berlin:20261124T100000',
    'DTEND;TZID=Asia/Tokyo:20261125T060000',
  );
  const when = { filters: { when: 'tomorrow' } };

  it('shows its start on both where the question is on other clocks', async () => {
    expect(await rowOf(flight, when)).not.toHaveProperty('startLocal');
    const back = one(
      'Back',
      'DTSTART;TZID=Europe/Lisbon:20261124T190000',
      'DTEND;TZID=Europe/Berlin:20261124T233000',
    );
    const agenda = { type: 'events', filters: { when: 'next 7 days' }, format: 'agenda' };
    const { data } = await desk([back]).read({ query: agenda });
    expect(data.agenda).toContain('20:00–23:30 (from 19:00 Europe/Lisbon) | Back');
    const elsewhere = await desk([back]).read({ query: { ...agenda, timezone: 'Europe/Istanbul' } });
    expect(elsewhere.data.agenda).toContain('(from 19:00 Europe/Lisbon to 23:30 Europe/Berlin) | Back');
  });

  it('shows its end on both', async () => {
    const shown = { end: '22:00', endLocal: '2026-11-25T06:00 Asia/Tokyo' };
    expect(await rowOf(flight, when)).toMatchObject({ start: '2026-11-24T10:00+01:00', ...shown });
    expect(await rowOf(flight, { ...when, fields: ['start', 'end'] })).toMatchObject(shown);
    expect(await rowOf(flight, { ...when, fields: ['end'] })).toMatchObject({
      end: '2026-11-24T22:00+01:00',
      endLocal: shown.endLocal,
    });
  });

  it('is an ordinary one where the clocks agree, the end is on those of the question or the end is in UTC', async () => {
    const paris = one(
      'Paris',
      'DTSTART;TZID=Europe/Berlin:20261124T100000',
      'DTEND;TZID=Europe/Paris:20261124T120000',
    );
    expect(await rowOf(paris, when)).not.toHaveProperty('endLocal');
    const home = one(
      'Home',
      'DTSTART;TZID=Asia/Tokyo:20261124T100000',
      'DTEND;TZID=Europe/Berlin:20261124T140000',
    );
    const shown = {
      start: '2026-11-24T02:00+01:00',
      startLocal: '2026-11-24T10:00 Asia/Tokyo',
      end: '14:00',
    };
    expect(await rowOf(home, when)).toMatchObject(shown);
    expect(await rowOf(home, { ...when, fields: ['start'] })).toHaveProperty('startLocal', shown.startLocal);
    expect(await rowOf(home, when)).not.toHaveProperty('endLocal');
    const utc = one('Utc', 'DTSTART;TZID=Europe/Berlin:20261124T100000', 'DTEND:20261124T110000Z');
    expect(await rowOf(utc, when)).not.toHaveProperty('endLocal');
  });
});
