import { describe, expect, it } from 'vitest';
import type { Backend } from '../../../../src/ports/backend.js';
import { delegate } from '../../../../src/ports/delegate.js';
import { createMemoryBackend } from '../../../reference/memory-backend.js';
import { deskOver, event, ics } from '../../service-on-memory.js';

const NOTHING = 'This changes nothing, so nothing was written.';
const STANDUP = ics(
  ...event(
    'UID:standup',
    'SUMMARY:Standup',
    'DTSTART;TZID=Europe/Berlin:20261130T090000',
    'DTEND;TZID=Europe/Berlin:20261130T093000',
    'RRULE:FREQ=WEEKLY;COUNT=6',
    'EXDATE;TZID=Europe/Berlin:20261207T090000',
  ),
);

/** A desk whose account counts what it is sent. */
function counting() {
  const inner: Backend = createMemoryBackend({
    name: 'test',
    calendars: [{ name: 'Work', objects: [STANDUP] }],
  });
  const sent: unknown[] = [];
  const backend = delegate(inner, {
    apply: (call, request) => {
      sent.push(call);
      return inner.apply(call, request);
    },
    applyCalendar: async (call, request) => {
      sent.push(call);
      return inner.applyCalendar?.(call, request);
    },
  });
  return { on: deskOver([backend]), sent };
}

const changed = (changes: object) => ({
  mutation: { operation: 'update', filters: { title: 'Standup' }, scope: 'all', changes },
});

describe('a change that changes nothing', () => {
  it.each<[string, object, readonly string[]]>([
    ['a day that is excluded already', changed({ recurrence: { exclude: ['2026-12-07'] } }), []],
    ['a time that is excluded already', changed({ recurrence: { exclude: ['2026-12-07T09:00'] } }), []],
    [
      'a day without an occurrence',
      changed({ recurrence: { exclude: ['2026-12-08'] } }),
      ['1 of the excluded times have no occurrence.'],
    ],
    ['the same rule', changed({ recurrence: { frequency: 'weekly', count: 6 } }), []],
    ['the same title', changed({ title: 'Standup' }), []],
    [
      'the same name of a calendar',
      { mutation: { operation: 'update', target: 'calendar', id: 'Work', changes: { title: 'Work' } } },
      [],
    ],
  ])('says so and sends nothing: %s', async (_, call, notes) => {
    const { on, sent } = counting();
    const { data, meta } = await on.write(call);
    expect(data).toMatchObject({ outcome: 'applied', changed: {} });
    expect(data).not.toHaveProperty('undoToken');
    expect(meta.notes).toEqual([...notes, NOTHING]);
    expect(sent).toEqual([]);
  });
});

describe('a rule that changes', () => {
  it('is told in words also where its last occurrence stays the same', async () => {
    const { on } = counting();
    const until = (day: string) => changed({ recurrence: { until: day } });
    await on.write(until('2026-12-29'));
    const { data } = await on.write(until('2026-12-30'));
    expect(data.changed).toEqual({
      recurrence: ['every week until 29 Dec 2026', 'every week until 30 Dec 2026'],
    });
  });
});
