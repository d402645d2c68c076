import { afterEach, expect, it } from 'vitest';
import { WEEKLY } from '../backends/eventkit/scenario-world.js';
import { onMac } from '../backends/eventkit/simulated/on-mac.js';
import { emptyKit, kitEvent } from '../backends/eventkit/simulated/state.js';
import { peakMegabytes } from './peak-megabytes.js';

const EVENTS = 20_000;
/** Of the whole process, script and simulation aside. */
const MOST_MEGABYTES = 120;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

it('a week, a month and a search over a year of 20,000 events in EventKit fit a heap of 64 MB', async () => {
  const state = { ...emptyKit(['Work', 'Home']), zone: 'Europe/Berlin' };
  // One in a hundred is a weekly series; the rest are spread over twelve years.
  for (let n = 0; n < EVENTS; n++) {
    const start = Date.UTC(2015, 0, 1) + ((n * 7) % 4400) * DAY + (8 + (n % 9)) * HOUR;
    const rules = n % 100 === 0 ? [WEEKLY] : [];
    const notes = 'Some words. '.repeat(n % 60);
    state.events.push(kitEvent(state, { title: `Event ${n}`, notes, start, end: start + HOUR, rules }));
  }
  const { client, pid, close } = await onMac(state, {
    node: ['--max-old-space-size=64'],
    // What it takes on a busy machine is not what is tested.
    env: { CALENDAR_READ_DEADLINE: '120' },
  });
  ends.push(close);
  const found = async (filters: object) => {
    const query = { type: 'events', filters, limit: 5 };
    const asked = { name: 'calendar_read', arguments: { query } };
    const { structuredContent } = await client.callTool(asked, undefined, { timeout: 300_000 });
    expect(structuredContent).toMatchObject({
      data: { events: expect.arrayContaining([expect.anything()]) },
    });
  };
  await found({ when: { between: ['2026-11-23', '2026-11-29'] } });
  await found({ when: { between: ['2026-11-01', '2026-11-30'] } });
  await found({ when: { between: ['2026-01-01', '2026-12-31'] }, text: 'Event 19' });
  const peak = peakMegabytes(pid);
  if (peak !== undefined) expect(peak).toBeLessThan(MOST_MEGABYTES);
}, 600_000);
