// @module-tag slow
import { describe, expect, it } from 'vitest';
import { ANALYSIS_DEFAULTS } from '../../../schemas/input/analysis.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { event, ics, serviceOver } from '../service-on-memory.js';

/** 1,800 meetings, one a day, and 1,100 series of two. */
const OBJECTS = [
  ics(
    ...event(
      ...['UID:daily@x', 'SUMMARY:Standup', 'DTSTART:20261124T090000Z', 'DURATION:PT1H'],
      ...['RRULE:FREQ=DAILY;COUNT=1800', 'ATTENDEE:mailto:ana@example.org'],
    ),
  ),
  ...Array.from({ length: 1100 }, (_, n) =>
    ics(...event(`UID:s${n}@x`, `SUMMARY:S${n}`, 'DTSTART:20261124T120000Z', 'DURATION:PT5M')).replace(
      'DURATION:PT5M',
      'DURATION:PT5M\r\nRRULE:FREQ=YEARLY;COUNT=2',
    ),
  ),
];

const asked = (type: string): object => ({
  analysis: {
    type,
    scope: { when: { after: '2026-11-23', before: '2041-11-23' } },
    params: type === 'parse_text' ? { text: 'lunch tomorrow at noon' } : {},
  },
});

const { analyze } = serviceOver([
  createMemoryBackend({ name: 'm', calendars: [{ name: 'C', objects: OBJECTS }] }),
]);

describe.each(Object.keys(ANALYSIS_DEFAULTS))('%s over thousands of events', (type) => {
  it('tells that it counts, and stops at the next pause when nobody waits for it', async () => {
    const controller = new AbortController();
    const told: { readonly done: number; readonly message: string }[] = [];
    const progress = (done: number, _: number | undefined, message: string) => {
      if (!message.startsWith('Analyzing')) return;
      told.push({ done, message });
      controller.abort();
    };
    await expect(analyze(asked(type), { signal: controller.signal, progress })).rejects.toMatchObject({
      code: 'CANCELLED',
    });
    expect(told).toHaveLength(1);
    expect(told[0]?.message).toMatch(/^Analyzing \d{4} events\.$/);
  });
});

it.each(Object.keys(ANALYSIS_DEFAULTS))('%s pauses at least once in a thousand events', async (type) => {
  const told: string[] = [];
  const progress = (_: number, __: number | undefined, message: string) => {
    if (message.startsWith('Analyzing')) told.push(message);
  };
  await analyze(asked(type), { signal: new AbortController().signal, progress });
  const rows = Number(/\d+/.exec(told[0] ?? '')?.[0]);
  expect(rows).toBeGreaterThan(1000);
  expect(told.length).toBeGreaterThanOrEqual(Math.ceil(rows / 1000));
});

it('the steps of an analysis grow with its events', async () => {
  const told: number[] = [];
  const progress = (done: number, _: number | undefined, message: string) => {
    if (message === 'Analyzing 4000 events.') told.push(done);
  };
  await analyze(asked('patterns'), { signal: new AbortController().signal, progress });
  // One calendar was read, then a thousand events at a time.
  expect(told).toEqual([1, 2, 3, 4]);
});
