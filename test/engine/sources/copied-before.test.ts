import { describe, expect, it } from 'vitest';
import { eventText } from '../../backends/caldav/event-text.js';
import { failureOf } from '../../thrown.js';
import { deskOver } from '../service-on-memory.js';
import {
  ALL,
  AT_NINE,
  account,
  breakFamily,
  CALENDARS,
  eachOnNewServer,
  FAILED,
  FAMILY,
  here,
  repair,
  round,
  server,
  titles,
} from './unlisted-account.js';

eachOnNewServer();

const DAY = 86_400_000;

describe('a calendar that was copied before', () => {
  const refreshed = { query: { ...ALL.query, refresh: true } };
  let before: number;

  /** After the first answer, and the copies that follow it. */
  async function answered() {
    const mirrored = account(true);
    const desk = deskOver([mirrored]);
    await desk.read(ALL);
    const states = async () => (await mirrored.mirror?.status())?.map(({ state }) => state);
    await expect.poll(states).toEqual(['complete', 'complete']);
    return desk;
  }

  async function copied() {
    const desk = await answered();
    here.clock += 61_000;
    await desk.read(ALL);
    before = here.clock;
    breakFamily();
    return desk;
  }
  const STALE = { calendar: 'Family', stale: expect.any(String) };

  it('answers as it was, and says so; the others are as they are now', async () => {
    const desk = await copied();
    server.objects.set('/home/work/x.ics', { etag: '"x"', ics: eventText('x', 'News') });
    for (const passed of [0, 1000, 61_000]) {
      here.clock += passed;
      const one = await desk.read({
        query: { ...ALL.query, filters: { ...AT_NINE, calendar: 'Family' } },
      });
      expect(one.meta).toMatchObject({ sources: [STALE] });
      const { data, meta } = await desk.read(ALL);
      expect(titles(data)).toEqual(['Birthday', 'Meeting', 'News']);
      expect(meta).toMatchObject({ sources: [STALE] });
      const [family] = meta.sources as { stale?: string }[];
      expect(Math.abs(Date.parse(String(family?.stale)) - before)).toBeLessThan(1000);
    }
    const list = await desk.read(CALENDARS);
    expect(list.data.calendars).toMatchObject([{ name: 'Family' }, { name: 'Work' }]);
    expect(list.meta).toMatchObject({ sources: [{ ...STALE, ...FAILED }] });
    const since = Date.parse(String((list.meta.sources as { stale: string }[])[0]?.stale));
    expect(Math.abs(since - before)).toBeLessThan(1000);
  });

  it('tells when the copy was last compared, never the moment of the call', async () => {
    const desk = await answered();
    here.clock += 61_000;
    await desk.read(ALL);
    const compared = here.clock;
    for (const passed of [0, 20_000, 39_000]) {
      here.clock += passed;
      for (const query of [ALL, CALENDARS]) {
        const { meta } = await desk.read(query);
        expect(Math.abs(Date.parse(String(meta.asOf)) - compared)).toBeLessThan(1000);
      }
    }
    here.clock += 2000;
    const { meta } = await desk.read(ALL);
    expect(Math.abs(Date.parse(String(meta.asOf)) - here.clock)).toBeLessThan(1000);
    breakFamily();
    const old = await desk.read(ALL);
    expect(old.meta.asOf).toBe((old.meta.sources as { stale?: string }[])[0]?.stale);
  });

  it('is an error for who wants the newest, named beside the others', async () => {
    const desk = await copied();
    const { data, meta } = await desk.read(refreshed);
    expect(titles(data)).toEqual(['Meeting']);
    expect(meta).toMatchObject({ sources: [{ calendar: 'Family', ...FAILED }] });
    repair();
    expect(titles((await desk.read(refreshed)).data)).toEqual(['Birthday', 'Meeting']);
  });

  it('is still known to the next process, and to one that comes after days of failing', async () => {
    await copied();
    const next = deskOver([account(true)]);
    expect(titles((await next.read(ALL)).data)).toEqual(['Birthday', 'Meeting']);
    for (let day = 0; day < 3; day++) {
      here.clock += DAY;
      const running = round;
      running?.();
      await expect.poll(() => round !== running).toBe(true);
    }
    const last = await deskOver([account(true)]).read(ALL);
    expect(titles(last.data)).toEqual(['Birthday', 'Meeting']);
    expect(last.meta).toMatchObject({ sources: [STALE] });
  });

  it('loses what was deleted meanwhile once it is back, and nothing else', async () => {
    const desk = await copied();
    await desk.read(ALL);
    server.objects.set(`${FAMILY}g.ics`, { etag: '"g"', ics: eventText('g', 'Picnic') });
    server.objects.delete(`${FAMILY}f.ics`);
    expect(titles((await desk.read(ALL)).data)).toEqual(['Birthday', 'Meeting']);
    repair();
    const { data, meta } = await desk.read(ALL);
    expect(titles(data)).toEqual(['Meeting', 'Picnic']);
    expect(meta).not.toHaveProperty('notes');
  });

  it('is gone when the server says so', async () => {
    const desk = await copied();
    breakFamily('404 Not Found');
    const { data, meta } = await desk.read(ALL);
    expect(titles(data)).toEqual(['Meeting']);
    expect(meta).not.toHaveProperty('notes');
  });

  it('is not seen any more when the account may not see it', async () => {
    const desk = await copied();
    breakFamily('403 Forbidden');
    expect(titles((await desk.read(ALL)).data)).toEqual(['Meeting']);
  });

  it('is not up to date for who synchronises', async () => {
    const desk = await copied();
    const { data } = await desk.write({ mutation: { operation: 'sync' } });
    expect(data.calendars).toEqual([
      { calendar: 'Work', added: 0, changed: 0, removed: 0 },
      { calendar: 'Family', error: expect.objectContaining({ code: 'UPSTREAM_ERROR' }) },
    ]);
  });

  it('takes no change of its events', async () => {
    const desk = await copied();
    const events = (await desk.read(ALL)).data.events as { id: string; title: string }[];
    const id = events.find(({ title }) => title === 'Birthday')?.id;
    expect(id).toBeDefined();
    const update = { operation: 'update', id, changes: { title: 'Party' } };
    const error = await failureOf(desk.write({ mutation: update }));
    expect([error.code, error.info.outcome]).toEqual(['UPSTREAM_ERROR', 'not_applied']);
  });
});
