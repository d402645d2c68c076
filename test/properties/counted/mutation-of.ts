import type fc from 'fast-check';
import type { CalendarService } from '../../../src/engine/context/service.js';
import { event, ics } from '../../engine/service-on-memory.js';
import type { byId, Call } from './random-call.js';

const PERSON = { signal: new AbortController().signal, caller: { kind: 'person' } } as const;

/** The targets of a call: two calendars, and a person with full permissions. */
export interface Desks {
  readonly work: string;
  readonly home: string;
  readonly person: CalendarService;
}

/** An occurrence, its series or an event by id, with a scope that it allows. */
async function named(
  { change: of, scope: asked, at }: typeof byId extends fc.Arbitrary<infer T> ? T : never,
  desks: Desks,
  step = 0,
) {
  const query = { type: 'events', filters: { when: { between: ['2026-11-01', '2027-01-31'] } }, limit: 200 };
  const { data } = await desks.person.read({ query }, PERSON);
  const rows = data.events as { id: string }[];
  const id = rows[(at + step) % Math.max(1, rows.length)]?.id ?? 'none';
  return { ...of, id, ...(asked !== undefined && id.includes('/') && { scope: asked }) };
}

/** The call, after the person's earlier changes. */
export async function mutationOf(call: Call, desks: Desks): Promise<object> {
  switch (call.kind) {
    case 'id':
      return named(call, desks);
    case 'filters':
      return { ...call.change, filters: call.filters, ...call.more };
    case 'move': {
      const { id } = await named({ kind: 'id', change: {}, scope: undefined, at: call.at }, desks);
      return { operation: 'move', id: id.split('/')[0], calendar: desks.home };
    }
    case 'batch': {
      const items = await Promise.all(call.items.map((item, step) => named(item, desks, step)));
      const base = ({ id }: { id: string }) => id.split('/')[0];
      const apart = items.filter((item, n) => items.findIndex((one) => base(one) === base(item)) === n);
      return { operation: 'batch', operations: apart };
    }
    case 'undo':
    case 'restore': {
      const before = await named(call.before, desks);
      const done = await desks.person.write({ mutation: before }, PERSON).catch(() => undefined);
      if (call.kind === 'restore') return { operation: 'restore', id: before.id.split('/')[0] };
      return { operation: 'undo', undoToken: done?.data.undoToken ?? 'none' };
    }
    case 'create':
    case 'import': {
      const lines = ['UID:made', 'SUMMARY:Made', 'DTSTART:20261125T051000Z', 'DURATION:PT30M'];
      if (call.kind === 'import')
        return {
          operation: 'import',
          calendar: desks.work,
          ics: ics(...event(...lines, ...(call.rule ? [call.rule] : []))),
        };
      const count = Number(/COUNT=(\d+)/.exec(call.rule)?.[1] ?? 0);
      const recurrence = count === 0 ? {} : { recurrence: { frequency: 'daily', count } };
      return {
        operation: 'create',
        data: { title: 'Made', start: '2026-11-25T05:10Z', durationMinutes: 30, ...recurrence },
      };
    }
  }
}
