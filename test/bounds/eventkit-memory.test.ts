// @module-tag programs
import { afterEach, expect, it } from 'vitest';
import { WEEKLY } from '../backends/eventkit/scenario-world.js';
import { onMac } from '../backends/eventkit/simulated/on-mac.js';
import { emptyKit, kitEvent } from '../backends/eventkit/simulated/state.js';
import { peakMegabytes } from './peak-megabytes.js';

const EVENTS = 20_000;
const FURTHER = 40;
/** Of the whole process, script and simulation aside, at its height; Node alone takes 41. */
const MOST_MEGABYTES = 120;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

it('a week, a month, a search over a year and 40 further weeks of 20,000 events in EventKit take little memory', async () => {
  const state = { ...emptyKit(['Work', 'Home']), zone: 'Europe/Berlin' };
  // One in a hundred is a weekly series; the rest are spread over twelve years.
  for (let n = 0; n < EVENTS; n++) {
    const start = Date.UTC(2015, 0, 1) + ((n * 7) % 4400) * DAY + (8 + (n % 9)) * HOUR;
    const rules = n % 100 === 0 ? [WEEKLY] : [];
    const notes = 'Some words. '.repeat(n % 60);
    state.events.push(kitEvent(state, { title: `Event ${n}`, notes, start, end: start + HOUR, rules }));
  }
  // What it takes on a busy machine is not what is tested.
  const { client, pid, close } = await onMac(state, { env: { CALENDAR_READ_DEADLINE: '120' } });
  ends.push(close);
  const found = async (filters: object) => {
    const query = { type: 'events', filters, limit: 5 };
    const asked = { name: 'calendar_read', arguments: { query } };
    const { structuredContent } = await client.callTool(asked);
    expect(structuredContent).toMatchObject({
      data: { events: expect.arrayContaining([expect.anything()]) },
    });
  };
  const isSmall = () => expect(peakMegabytes(pid) ?? 0).toBeLessThan(MOST_MEGABYTES);
  await found({ when: { between: ['2026-11-23', '2026-11-29'] } });
  await found({ when: { between: ['2026-11-01', '2026-11-30'] } });
  await found({ when: { between: ['2026-01-01', '2026-12-31'] }, text: 'Event 19' });
  isSmall();
  for (let n = 0; n < FURTHER; n++) {
    const monday = Date.UTC(2026, 0, 5) + ((n * 11) % 52) * 7 * DAY;
    const [from, to] = [monday, monday + 6 * DAY].map((day) => new Date(day).toISOString().slice(0, 10));
    await found({ when: { between: [from, to] } });
  }
  isSmall();
});
