import { expect } from 'vitest';
import type { Call } from './calls.js';
import { liveKilled } from './live-killed.js';
import { liveSeries, type Scene } from './live-series.js';
import { answerOf, createModel, type Told } from './model.js';
import { changeSeries, type Expected, placed, placedElsewhere, printStart } from './recurring.js';
import {
  DAY,
  type Events,
  putElsewhere,
  rowsExpected,
  rowsOf,
  type Texts,
  textOf,
  textsOf,
  type World,
} from './world.js';

const OPEN = 'needs_action';

/** An undoable write: its changes, before and after, in both worlds. */
interface Done {
  readonly token: string;
  readonly events: Events;
  /** The affected titles, including those that it restored. */
  readonly named: readonly string[];
  readonly before: Texts;
  readonly after: Texts;
}

/**
 * Plays the calls. After each, compares the answer and the stored data with an independent model. Returns the answer
 * of each write.
 */
export async function live(world: World, given: readonly Call[]): Promise<Told> {
  const { calendar, mark } = world;
  const { write, setPolicy, told } = createModel(world);
  let events: Events = new Map();
  const ids = new Map<string, string>();
  const trash = new Map<string, Expected>();
  const done: Done[] = [];
  let made = 0;
  let isStale = false;
  let keyed: { readonly title: string; readonly start: string; readonly mutation: object } | undefined;
  let imported: { readonly text: string; readonly events: Events } | undefined;
  const newTitle = () => `E${++made} ${mark}`;
  const pick = (index: number) => [...events.keys()][index % Math.max(events.size, 1)];
  const at = (start: number) => `${DAY}T${String(start).padStart(2, '0')}:00+01:00`;

  async function hear() {
    if (isStale) await world.hear?.();
    isStale = false;
  }

  /** A copy may lack another client's change: the write is merged or refused, and succeeds once the copy has it. */
  async function writeOverCopies(mutation: object, before: Texts) {
    try {
      return await write(mutation);
    } catch (error) {
      if (!isStale || world.hear === undefined || answerOf(error) !== 'CONFLICT not_applied') throw error;
      expect(await textsOf(world)).toEqual(before);
      await hear();
      return write(mutation);
    }
  }

  /** A write that must succeed; keeps its undo. */
  async function change(mutation: object, next: Events) {
    const before = await textsOf(world);
    const { data } = await writeOverCopies(mutation, before);
    expect(data.outcome).toBe('applied');
    const after = await textsOf(world);
    const named = [...new Set([...events.keys(), ...next.keys()])].filter(
      (title) => events.get(title) !== next.get(title),
    );
    if (typeof data.undoToken === 'string')
      done.push({ token: data.undoToken, events, named, before, after });
    events = next;
    return data;
  }

  const settle = (next: Events) => {
    events = next;
  };
  const scene = (): Scene => ({ world, events, ids, trash, at, newTitle, change, settle });

  for (const call of given) {
    switch (call.kind) {
      case 'create': {
        const title = newTitle();
        const data = { title, start: at(call.hour), durationMinutes: 30, calendar };
        const mutation = { operation: 'create', data, ...(call.isKeyed && { idempotencyKey: title }) };
        const answer = await change(mutation, new Map([...events, [title, { start: at(call.hour) }]]));
        ids.set(title, String(answer.id));
        if (call.isKeyed) keyed = { title, start: at(call.hour), mutation };
        break;
      }
      case 'repeat': {
        if (keyed === undefined) break;
        const { title, start, mutation } = keyed;
        const isThere = events.has(title);
        const before = await textsOf(world);
        const answer = await change(mutation, isThere ? events : new Map([...events, [title, { start }]]));
        expect(answer.id).toBe(ids.get(title));
        expect('replayed' in answer).toBe(isThere);
        expect('undoToken' in answer).toBe(!isThere);
        if (isThere) expect(await textsOf(world)).toEqual(before);
        trash.delete(title);
        break;
      }
      case 'restart':
        await world.restart();
        break;
      case 'createSeries':
      case 'series':
        await liveSeries(call, scene());
        break;
      case 'killed':
        await liveKilled(call, scene());
        break;
      case 'import': {
        const rows = new Map(
          call.invitations.map((isInvited, n): [string, Expected] => [
            newTitle(),
            { start: at(9 + n), ...(isInvited && { myResponse: OPEN }) },
          ]),
        );
        imported = { text: textOf(rows), events: rows };
        const answer = await change(
          { operation: 'import', ics: imported.text, calendar },
          new Map([...events, ...rows]),
        );
        expect(answer.imported).toBe(rows.size);
        for (const row of answer.events as { id: string; title: string }[]) ids.set(row.title, row.id);
        break;
      }
      case 'importAgain': {
        if (imported === undefined) break;
        const lacking = [...imported.events].filter(([title]) => !events.has(title));
        const answer = await change(
          { operation: 'import', ics: imported.text, calendar },
          new Map([...events, ...lacking]),
        );
        expect(answer.imported).toBe(lacking.length);
        for (const [title] of lacking) trash.delete(title);
        break;
      }
      case 'edit':
      case 'elsewhere': {
        const title = pick(call.which);
        const old = title === undefined ? undefined : events.get(title);
        if (title === undefined || old === undefined) break;
        if (call.kind === 'edit') {
          const next = new Map([...events, [title, placed(old, call.place)]]);
          await change({ operation: 'update', id: ids.get(title), changes: { location: call.place } }, next);
          break;
        }
        await putElsewhere(world, title, call.place);
        isStale = true;
        events = new Map([...events, [title, placedElsewhere(old, call.place)]]);
        break;
      }
      case 'editMatches': {
        const filters = { calendar, title: mark, when: DAY };
        const changes = { location: call.place };
        const mutation = { operation: 'update', filters, each: true, atomic: true, changes };
        const matches = [...events].filter(([, row]) => isOnDay(row));
        if (matches.length === 0) expect(await codeOf(write(mutation))).toBe('NOT_FOUND not_applied');
        else {
          const rows = matches.map(([title, row]) => [title, placedOnDay(row, call.place)] as const);
          await change(mutation, new Map([...events, ...rows]));
        }
        break;
      }
      case 'policy':
        setPolicy(call.name);
        break;
      case 'respond': {
        const title = pick(call.which);
        const old = title === undefined ? undefined : events.get(title);
        if (title === undefined || old === undefined) break;
        const mutation = { operation: 'respond', id: ids.get(title), response: call.response };
        if (old.myResponse === undefined) {
          expect(await codeOf(write(mutation))).toBe('INVALID_ARGUMENT not_applied');
          break;
        }
        const next = new Map([...events, [title, { ...old, myResponse: call.response }]]);
        const answer = await change(mutation, next);
        const isNew = old.myResponse !== call.response;
        expect(answer.changed).toEqual(isNew ? { myResponse: [old.myResponse, call.response] } : {});
        expect('undoToken' in answer).toBe(isNew);
        break;
      }
      case 'delete': {
        const title = pick(call.which);
        const row = title === undefined ? undefined : events.get(title);
        if (title === undefined || row === undefined) break;
        await change({ operation: 'delete', id: ids.get(title) }, without(events, title));
        trash.set(title, row);
        break;
      }
      case 'restore': {
        const [title, row] = [...trash][call.which % Math.max(trash.size, 1)] ?? [];
        if (title === undefined || row === undefined) break;
        await change({ operation: 'restore', id: ids.get(title) }, new Map([...events, [title, row]]));
        trash.delete(title);
        break;
      }
      case 'batch': {
        const title = newTitle();
        const old = pick(call.which);
        const row = old === undefined ? undefined : events.get(old);
        if (old === undefined || row === undefined) break;
        const data = { title, start: at(call.hour), durationMinutes: 30, calendar };
        const operations = [
          { operation: 'create', data },
          { operation: 'update', id: ids.get(old), changes: { location: call.place } },
        ];
        const next: Events = new Map([
          ...events,
          [title, { start: at(call.hour) }],
          [old, placed(row, call.place)],
        ]);
        // Otherwise it would be applied in part.
        await hear();
        const answer = await change({ operation: 'batch', operations }, next);
        ids.set(title, String((answer.results as unknown as { id: string }[])[0]?.id));
        break;
      }
      case 'undo': {
        const last = done.pop();
        if (last === undefined) break;
        const touched = [...new Set([...last.before.keys(), ...last.after.keys()])].filter((uid) => {
          const [was, is] = [last.before.get(uid), last.after.get(uid)];
          return was !== is || last.named.some((title) => is?.includes(title));
        });
        const now = await textsOf(world);
        const undo = write({ operation: 'undo', undoToken: last.token });
        if (touched.some((uid) => now.get(uid) !== last.after.get(uid))) {
          expect(await codeOf(undo)).toBe('CONFLICT not_applied');
          expect(await textsOf(world)).toEqual(now);
          break;
        }
        await undo;
        const undone = await textsOf(world);
        for (const uid of touched) expect(undone.get(uid)).toBe(last.before.get(uid));
        const titles = [...new Set([...events.keys(), ...last.events.keys()])];
        const changed = titles.filter((title) =>
          touched.some((uid) => undone.get(uid)?.includes(title) || now.get(uid)?.includes(title)),
        );
        for (const title of changed) {
          const row = last.events.get(title);
          events = row === undefined ? without(events, title) : new Map([...events, [title, row]]);
          if (row !== undefined) trash.delete(title);
        }
      }
    }
    expect(await rowsOf(world)).toEqual(rowsExpected(events));
  }
  return told;
}

function without(events: Events, title: string): Events {
  return new Map([...events].filter(([one]) => one !== title));
}

const isThen = ({ start }: { readonly start: number }) => printStart(start).startsWith(DAY);

function isOnDay({ occurrences }: Expected): boolean {
  return occurrences === undefined || occurrences.some(isThen);
}

function placedOnDay(row: Expected, place: string): Expected {
  const named = row.occurrences?.find(isThen);
  if (named === undefined) return { ...row, location: place };
  return changeSeries(row, named, 'this', { kind: 'place', place }).kept ?? row;
}

async function codeOf(promise: Promise<unknown>): Promise<string> {
  return promise.then(() => 'applied', answerOf);
}
