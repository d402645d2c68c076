import { describe, expect, it } from 'vitest';
import { CalendarError } from '../../../schemas/model/error.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { failureOf } from '../../thrown.js';
import { breakable } from '../failing-backend.js';
import { desk, deskOver, event, ics } from '../service-on-memory.js';

const MEETING = ics(
  ...event('UID:m@x', 'SUMMARY:Meeting', 'DTSTART:20261124T100000Z', 'DTEND:20261124T110000Z'),
);
const OTHER = ics(...event('UID:o@x', 'SUMMARY:Other', 'DTSTART:20261124T103000Z', 'DTEND:20261124T113000Z'));
const down = new CalendarError('UNAVAILABLE', 'The server cannot be reached.');

const account = (name: string, objects: readonly string[]) =>
  breakable(createMemoryBackend({ name, calendars: [{ name, objects: [...objects] }] }));

describe('a calendar that cannot be read', () => {
  it('is named, and the others are answered', async () => {
    const [good, bad] = [account('Good', [MEETING]), account('Bad', [OTHER])];
    bad.failScan = down;
    const { data, meta } = await deskOver([good.backend, bad.backend]).read({ query: { type: 'events' } });
    expect(data.events).toMatchObject([{ title: 'Meeting' }]);
    expect(meta.sources).toMatchObject([{ calendar: 'Bad', error: 'UNAVAILABLE' }]);
  });

  it('is named when even its calendars cannot be listed', async () => {
    const [good, bad] = [account('Good', [MEETING]), account('Bad', [OTHER])];
    bad.failCalendars = down;
    const { meta } = await deskOver([good.backend, bad.backend]).read({ query: { type: 'events' } });
    expect(meta.sources).toContainEqual(expect.objectContaining({ calendar: 'Bad/*', error: 'UNAVAILABLE' }));
  });

  it('is an error when it is the only one', async () => {
    const bad = account('Bad', [MEETING]);
    bad.failScan = down;
    const d = deskOver([bad.backend]);
    await expect(d.read({ query: { type: 'events' } })).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(d.search('meeting')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(d.analyze({ analysis: { type: 'availability' } })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
  });

  it('is told without an outcome: a question applies nothing', async () => {
    const bad = account('Bad', [MEETING]);
    bad.failScan = down.with({ outcome: 'not_applied' });
    const error = await failureOf(deskOver([bad.backend]).read({ query: { type: 'events' } }));
    expect(error).toMatchObject({ code: 'UNAVAILABLE' });
    expect(error.info).not.toHaveProperty('outcome');
  });

  it('makes a missing event unavailable, not absent', async () => {
    const [good, bad] = [account('Good', [MEETING]), account('Bad', [OTHER])];
    const d = deskOver([good.backend, bad.backend]);
    bad.failScan = down;
    await expect(d.write({ mutation: { operation: 'delete', id: 'o@x' } })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
    });
    await expect(d.fetch('o@x')).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });
});

describe('an object that cannot be read', () => {
  it('is one of those that are named, where there are many, or of those that are only counted', async () => {
    const broken = Array.from({ length: 17 }, (_, n) => `no calendar ${n}`);
    const { meta } = await desk([MEETING, ...broken]).read({ query: { type: 'events' } });
    const [work] = (meta.sources as { calendar: string; problems?: object[] }[]).filter(
      (one) => one.problems,
    );
    expect(work).toMatchObject({ unreadable: 17, notNamed: 12 });
    expect(work?.problems).toHaveLength(5);
  });

  it('is reported and spoils nothing else', async () => {
    const d = desk([MEETING, 'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nEND:VCALENDAR\r\n']);
    const { data, meta } = await d.read({ query: { type: 'events' } });
    expect(data.events).toMatchObject([{ title: 'Meeting' }]);
    expect(meta.sources).toContainEqual(expect.objectContaining({ calendar: 'Work', unreadable: 1 }));
  });

  it('that would take for ever is reported within the limits', async () => {
    const bomb = ics(
      ...event('UID:bomb@x', 'SUMMARY:Bomb', 'DTSTART:19700101T000000Z', 'RRULE:FREQ=SECONDLY'),
    );
    const { data, meta } = await desk([MEETING, bomb]).read({
      query: { type: 'events', filters: { when: 'this week' } },
    });
    expect(data.events).toMatchObject([{ title: 'Meeting' }]);
    expect(meta.sources).toContainEqual(expect.objectContaining({ calendar: 'Work', unreadable: 1 }));
  });
});

describe('rows', () => {
  it('tell conflicts over calendars that were not asked for', async () => {
    const { data } = await desk([MEETING], [OTHER]).read({
      query: { type: 'events', filters: { calendar: 'Work', hasConflict: true } },
    });
    expect(data.events).toMatchObject([{ title: 'Meeting' }]);
  });

  it('page without overlap and without gaps', async () => {
    const events = Array.from({ length: 7 }, (_, n) =>
      ics(...event(`UID:${n}@x`, `SUMMARY:E${n}`, 'DTSTART:20261124T100000Z', 'DTEND:20261124T110000Z')),
    );
    const d = desk(events);
    const seen: string[] = [];
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const { data, meta } = await d.read({ query: { type: 'events', limit: 3, offset } });
      seen.push(...(data.events as { title: string }[]).map(({ title }) => title));
      offset = meta.nextOffset as number | undefined;
    }
    expect([...seen].sort()).toEqual(['E0', 'E1', 'E2', 'E3', 'E4', 'E5', 'E6']);
  });

  it('of a restricted server show one calendar only, whatever is asked', async () => {
    const backend = createMemoryBackend({
      name: 'test',
      calendars: [
        { name: 'Work', objects: [MEETING] },
        { name: 'Home', objects: [OTHER] },
      ],
    });
    const d = deskOver([backend], { calendar: 'Work' });
    expect((await d.read({ query: { type: 'events' } })).data.events).toMatchObject([{ title: 'Meeting' }]);
    expect(await d.search('other')).toEqual({ results: [] });
    await expect(d.fetch('o@x')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(d.read({ query: { type: 'events', filters: { calendar: 'Home' } } })).rejects.toMatchObject({
      code: 'CALENDAR_NOT_FOUND',
    });
    await expect(
      d.write({ mutation: { operation: 'move', id: 'm@x', calendar: 'Home' } }),
    ).rejects.toMatchObject({ code: 'CALENDAR_NOT_FOUND' });
  });
});

describe('search', () => {
  it('wants every word, falls back to any, and puts the best first', async () => {
    const notes = ics(
      ...event(
        'UID:n@x',
        'SUMMARY:Lunch',
        'DESCRIPTION:about the budget meeting',
        'DTSTART:20261201T100000Z',
      ),
    );
    const d = desk([MEETING, notes]);
    const meeting = 'Meeting (Tue 24 Nov 2026 11:00–12:00, Work)';
    const lunch = 'Lunch (Tue 1 Dec 2026 11:00, Work)';
    const titles = async (query: string) => (await d.search(query)).results.map(({ title }) => title);
    expect(await titles('meeting')).toEqual([meeting, lunch]);
    expect(await titles('budget meeting')).toEqual([lunch]);
    expect(await titles('meeting zebra')).toEqual([meeting, lunch]);
    expect(await titles('zebra')).toEqual([]);
  });
});

it('an event is fetched by the address of its resource', async () => {
  const series = event('UID:a/b', 'SUMMARY:Slash', 'DTSTART:20261124T090000Z', 'RRULE:FREQ=DAILY;COUNT=2');
  const { search, fetch } = desk([ics(...series)]);
  const [found] = (await search('slash')).results;
  const asked = await fetch(found?.id ?? '');
  expect(await fetch(asked.url)).toEqual(asked);
  await expect(fetch('calendar://event/%E0%A4%A')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
