import { expect, it } from 'vitest';
import { desk, event, ics } from '../service-on-memory.js';
import { rows } from './one-desk.js';

const at = (title: string, from: string, to: string, ...lines: readonly string[]) =>
  ics(
    ...event(
      `UID:${title}@x`,
      `SUMMARY:${title}`,
      `DTSTART;TZID=Europe/Berlin:${from}00`,
      `DTEND;TZID=Europe/Berlin:${to}00`,
      ...lines,
    ),
  );
const update = (title: string, more: object) => ({ operation: 'update', filters: { title }, ...more });
const clock = ({ start }: { readonly start: string }) => start.slice(5, 16);

it('two events are swapped by a batch of two updates', async () => {
  const d = desk([at('Gym', '20261124T1000', '20261124T1100'), at('Call', '20261125T1500', '20261125T1530')]);
  const operations = [
    update('gym', { changes: { start: '2026-11-25T15:00' } }),
    update('call', { changes: { start: '2026-11-24T10:00' } }),
  ];
  await d.write({ mutation: { operation: 'batch', atomic: true, operations } });
  const all = await rows(d, { when: 'this week' });
  expect(all.map((row) => [row.title, clock(row)])).toEqual([
    ['Call', '11-24T10:00'],
    ['Gym', '11-25T15:00'],
  ]);
});

it('one weekday of a series is changed by splitting it in two', async () => {
  const d = desk([at('Run', '20261123T1800', '20261123T1900', 'RRULE:FREQ=WEEKLY;BYDAY=MO,WE')]);
  const operations = [
    {
      ...update('run', { changes: { recurrence: { daysOfWeek: ['mon'] } }, scope: 'following' }),
      filters: { title: 'run', when: '2026-11-23' },
    },
    {
      operation: 'create',
      data: {
        ...{ title: 'Run', start: '2026-11-25T07:00', durationMinutes: 60, calendar: 'Work' },
        recurrence: { frequency: 'weekly', daysOfWeek: ['wed'] },
      },
    },
  ];
  await d.write({ mutation: { operation: 'batch', atomic: true, operations } });
  const all = await rows(d, { when: { between: ['2026-11-23', '2026-12-03'] } });
  expect(all.map(clock)).toEqual(['11-23T18:00', '11-25T07:00', '11-30T18:00', '12-02T07:00']);
});

it('an event is copied by creating one with the fields that are read', async () => {
  const more = [
    'DESCRIPTION:Bring it',
    'CATEGORIES:a,b',
    'ATTENDEE;CN=Ana;PARTSTAT=ACCEPTED:mailto:ana@x.org',
  ];
  const d = desk([at('Talk', '20261124T1000', '20261124T1100', ...more)]);
  const fields = ['title', 'durationMinutes', 'description', 'location', 'attendees', 'reminders', 'tags'];
  const read = async (when: string) => {
    const [row = {}] = (await rows(d, { when }, { fields })) as unknown as Record<string, unknown>[];
    const { id: _, ...kept } = row;
    return kept;
  };
  const original = await read('2026-11-24');
  const people = original.attendees as Record<string, unknown>[];
  const data = {
    ...Object.fromEntries(Object.entries(original).filter(([, value]) => value !== null)),
    attendees: people.map(({ response: _, ...person }) => person),
    ...{ start: '2026-11-27T10:00', calendar: 'Work' },
  };
  await d.write({ mutation: { operation: 'create', data } });
  expect(await read('2026-11-27')).toEqual({
    ...original,
    attendees: people.map((person) => ({ ...person, response: 'needs_action' })),
  });
});
