// @module-tag slow
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CalendarError } from '../../../schemas/model/error.js';
import type { CalendarService } from '../../../src/engine/context/service.js';
import { lives } from '../../cases.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { serviceOver } from '../applescript/simulated/calendar-service.js';
import { kit, kitService, type Row, tasks, write } from './reminder-world.js';

type Edit = readonly [
  what: 'title' | 'due' | 'later' | 'priority' | 'notes' | 'alarm' | 'complete' | 'all' | 'delete',
  n: number,
];

const CASES = fc.record({
  due: fc.constantFrom('2026-11-21', '2026-12-31', '2026-11-19'),
  time: fc.constantFrom('', 'T09:00', 'T23:30'),
  timezone: fc.constantFrom('Europe/Berlin', 'America/New_York', 'UTC', 'Asia/Kolkata'),
  recurrence: fc.option(
    fc.record(
      {
        frequency: fc.constantFrom('daily', 'weekly', 'monthly'),
        interval: fc.integer({ min: 1, max: 3 }),
        count: fc.integer({ min: 2, max: 9 }),
      },
      { requiredKeys: ['frequency'] },
    ),
  ),
  edits: fc.array(
    fc.tuple(
      fc.constantFrom<Edit[0]>(
        'title',
        'due',
        'later',
        'priority',
        'notes',
        'alarm',
        'complete',
        'complete',
        'complete',
        'all',
        'delete',
      ),
      fc.integer({ min: 1, max: 9 }),
    ),
    { minLength: 6, maxLength: 6 },
  ),
});

function mutationOf([what, n]: Edit, { id }: Row): object {
  if (what === 'delete') return { operation: 'delete', id, scope: 'all' };
  if (what === 'all') return { operation: 'complete', id, scope: 'all' };
  if (what === 'complete') return { operation: 'complete', id };
  const changes = {
    title: { title: `Title ${n}` },
    due: { due: `2026-12-0${n}` },
    later: { due: `2026-12-0${n}T1${n}:15` },
    priority: { priority: n % 2 === 0 ? 'low' : null },
    notes: { description: n % 3 === 0 ? null : `Line\n${n}` },
    alarm: { reminders: n % 3 === 0 ? [] : [{ minutesBefore: n * 10 }] },
  }[what];
  return { operation: 'update', id, scope: 'all', changes };
}

const FIELDS = ['id', 'title', 'due', 'start', 'status', 'priority', 'description', 'reminders'];
const open = async (service: CalendarService) => tasks(service, { fields: FIELDS });
const plain = (rows: readonly Row[]) => rows.map(({ id: _, ...row }) => row);

async function outcome(service: CalendarService, mutation: object): Promise<string> {
  try {
    await write(service, mutation);
    return 'applied';
  } catch (error) {
    if (error instanceof CalendarError) return error.code;
    throw error;
  }
}

it('hold after each edit what the reference holds', async () => {
  let edited = 0;
  await fc.assert(
    fc.asyncProperty(CASES, async ({ due, time, timezone, recurrence, edits }) => {
      const state = kit();
      const mac = kitService(state);
      const objects: string[] = [];
      const memory = serviceOver(
        createMemoryBackend({
          name: 'mac',
          calendars: [{ name: 'Reminders', objects }],
        }),
      );
      const when = time === '' ? { due } : { due: due + time, timezone };
      const data = { title: 'Task', ...when, ...(recurrence && { recurrence }) };
      const create = { operation: 'create', type: 'task', data: { ...data, calendar: 'Reminders' } };
      await write(mac, create);
      await write(memory, create);
      for (const edit of edits) {
        const [[mine], [theirs]] = [await open(mac), await open(memory)];
        if (mine === undefined || theirs === undefined) break;
        const before = JSON.stringify(state.reminders);
        const [said, other] = [
          await outcome(mac, mutationOf(edit, mine)),
          await outcome(memory, mutationOf(edit, theirs)),
        ];
        expect(said).toBe(other);
        if (said === 'applied') edited++;
        else expect(JSON.stringify(state.reminders)).toBe(before);
        expect(plain(await open(mac))).toEqual(plain(await open(memory)));
        expect(state.reminders.filter(({ done }) => !done).length).toBeLessThanOrEqual(1);
      }
    }),
    { numRuns: lives(100) },
  );
  expect(edited).toBeGreaterThan(lives(100));
}, 180_000);
