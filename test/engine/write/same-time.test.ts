// @module-tag slow
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Success } from '../../../schemas/answers/success.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { Backend } from '../../../src/ports/backend.js';
import type { StateStore } from '../../../src/ports/state-store.js';
import { thisProcess } from '../../../src/system/process-mark.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { createMemoryStore } from '../../reference/memory-store.js';
import type { MemoryWrite } from '../../reference/memory-target.js';
import { failureOf } from '../../thrown.js';
import { breakable } from '../failing-backend.js';
import { type Desk, deskOver } from '../service-on-memory.js';

const TEA = { title: 'Tea', start: '2026-11-25T16:00', calendar: 'Work' };
const create = { mutation: { operation: 'create', data: TEA } };
const work = () => createMemoryBackend({ name: 'test', calendars: [{ name: 'Work', objects: [] }] });

/** A desk of each of several processes: they share the calendars and the state folder. */
function desksOver(backend: Backend, count: number): { desks: readonly Desk[]; state: StateStore } {
  const state = createMemoryStore({ now: () => Date.parse('2026-11-23T08:00:00Z'), timeZone: () => 'UTC' });
  return {
    state,
    desks: Array.from({ length: count }, () => deskOver([backend], {}, undefined, () => state)),
  };
}

function write(desk: Desk | undefined, call: object): Promise<Success> {
  if (desk === undefined) throw new Error('no desk');
  return desk.write(call);
}

const titles = async (desk: Desk | undefined) => {
  const answer = await desk?.read({ query: { type: 'events', filters: { when: 'next 30 days' } } });
  return ((answer?.data.events ?? []) as { title: string }[]).map(({ title }) => title);
};

/** Writes that take a while, as over a network. */
function slow(backend: Backend): Backend {
  return { ...backend, apply: async (call, signal) => sleep(5).then(() => backend.apply(call, signal)) };
}

describe('equal creates at the same time', () => {
  it('make one event, whichever process they come from', async () => {
    const { desks } = desksOver(slow(work()), 5);
    const calls = Array.from({ length: 100 }, (_, n) => desks[n % desks.length]?.write(create));
    const codes = (await Promise.allSettled(calls)).map((one) =>
      one.status === 'fulfilled' ? 'made' : (one.reason as CalendarError).code,
    );
    expect(codes.filter((code) => code === 'made')).toHaveLength(1);
    expect(codes.filter((code) => code === 'POSSIBLE_DUPLICATE')).toHaveLength(99);
    expect(await titles(desks[0])).toEqual(['Tea']);
  });

  it('make one event where several find that the last one was undone', async () => {
    const { desks } = desksOver(slow(work()), 2);
    await desks[0]?.write(create);
    await desks[0]?.write({ mutation: { operation: 'undo' } });
    const calls = Array.from({ length: 20 }, (_, n) => desks[n % 2]?.write(create));
    const made = (await Promise.allSettled(calls)).filter(({ status }) => status === 'fulfilled');
    expect(made).toHaveLength(1);
    expect(await titles(desks[0])).toEqual(['Tea']);
  });

  it('leave the place to the next one when nothing was made', async () => {
    const broken = breakable(work());
    const { desks } = desksOver(broken.backend, 1);
    const error = new CalendarError('UNAVAILABLE', 'Gone.', { outcome: 'not_applied' });
    broken.failWrite = { n: 1, error, after: false };
    expect((await failureOf(write(desks[0], create))).code).toBe('UNAVAILABLE');
    await write(desks[0], create);
    expect(await titles(desks[0])).toEqual(['Tea']);
  });

  it('take the place also where it is given back while they look, as often as that happens', async () => {
    const broken = breakable(work());
    const below = createMemoryStore({ now: () => Date.parse('2026-11-23T08:00:00Z'), timeZone: () => 'UTC' });
    let isHeld = true;
    const state: StateStore = {
      ...below,
      claim: async (key, value, options) => {
        const held = isHeld;
        isHeld = false;
        return held ? false : below.claim(key, value, options);
      },
    };
    const desk = deskOver([broken.backend], {}, undefined, () => state);
    const error = new CalendarError('UNAVAILABLE', 'Gone.', { outcome: 'not_applied' });
    broken.failWrite = { n: 1, error, after: false };
    expect((await failureOf(write(desk, create))).code).toBe('UNAVAILABLE');
    isHeld = true;
    await write(desk, create);
    expect(await titles(desk)).toEqual(['Tea']);
  });

  const DEAD = { pid: 2 ** 22 - 1, host: hostname(), started: '1' };
  it.each([
    ['a dead process that got as far as the calendar', DEAD, true, 'POSSIBLE_DUPLICATE'],
    ['a dead process that did not', DEAD, false, 'made'],
    ['one that is still at it', thisProcess(), false, 'POSSIBLE_DUPLICATE'],
  ])('find the place of %s', async (_, maker, stored, expected) => {
    const { desks, state } = desksOver(work(), 2);
    await desks[0]?.write(create);
    if (!stored) await desks[0]?.write({ mutation: { operation: 'undo' } });
    const [key = ''] = await state.keys('recent/');
    await state.put(key, { ...((await state.get(key)) as object), maker });
    const again = await write(desks[1], create).catch((error: CalendarError) => error.code);
    expect(typeof again === 'string' ? again : 'made').toBe(expected);
    expect(await titles(desks[0])).toEqual(stored || expected === 'made' ? ['Tea'] : []);
  });
});

it('one key at the same time makes one event, and says whose it is', async () => {
  const backend = slow(work());
  // As servers whose answer may be lost are dealt with: what is there already is taken for one's own.
  const sure: Backend = {
    ...backend,
    apply: async (call, signal) => {
      try {
        return await backend.apply(call, signal);
      } catch (error) {
        const { patch } = call as MemoryWrite;
        if (!(error instanceof CalendarError) || patch.kind !== 'create') throw error;
        return { href: String(error.info.details?.href), etag: '', ics: patch.ics, serverChanged: false };
      }
    },
  };
  const { desks } = desksOver(sure, 3);
  const keyed = { mutation: { ...create.mutation, idempotencyKey: 'k' } };
  const answers = await Promise.all(desks.map((desk) => desk.write(keyed)));
  expect(answers.filter(({ data }) => data.replayed === true)).toHaveLength(2);
  expect(await titles(desks[0])).toEqual(['Tea']);
});
