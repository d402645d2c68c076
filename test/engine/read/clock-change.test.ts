import { expect, it } from 'vitest';
import { desk, event, ics } from '../service-on-memory.js';

it('an agenda gives the length of an event during which the clocks go back', async () => {
  const overlap = ics(
    ...event('UID:overlap@x', 'SUMMARY:Overlap', 'DTSTART:20261025T003000Z', 'DTEND:20261025T011500Z'),
  );
  const query = { type: 'events', filters: { when: { on: '2026-10-25' } }, format: 'agenda' };
  const { data } = await desk([overlap]).read({ query });
  expect(JSON.stringify(data)).toMatch(/02:30–02:15 \(45 min\) \| Overlap/);
});
