import { afterEach, beforeEach, expect, it } from 'vitest';
import type { MirrorStore } from '../../src/ports/mirror-store.js';
import type { MirroredObject } from '../../src/ports/mirrored-object.js';
import { type OpenedStore, openStore } from '../state/mirror/open-store.js';

const KEY = { identity: 'account', calendarId: 'work' };
const EVENTS = 10_000;

let opened: OpenedStore;
let store: MirrorStore;

beforeEach(async () => {
  opened = await openStore();
  store = opened.store;
  fill(store, 'first');
});
afterEach(() => opened.close());

function event(n: number, ics: string): MirroredObject {
  const index = { from: 0, to: 100, uncertain: false, text: '', keys: [] };
  return { kind: 'event', href: `${n}.ics`, etag: `"${ics}"`, ics, index };
}

/** Makes everything in the copy of this text. */
function fill(by: MirrorStore, text: string, count = EVENTS): void {
  const stored = Array.from({ length: count }, (_, n) => event(n, text));
  const change = {
    kind: 'whole',
    stored,
    removed: [],
    token: 't',
    syncedAt: 5,
    covers: 0,
    full: true,
  } as const;
  expect(by.commit(KEY, by.calendar(KEY), change).kind).toBe('done');
}

/** Reads all of the copy, and does something else whenever it is let. */
async function readBeside(meanwhile: (turn: number) => void = () => undefined) {
  let turns = 0;
  const turn = (): void => {
    meanwhile(++turns);
    next = setImmediate(turn);
  };
  let next = setImmediate(turn);
  const { objects } = await store.select(KEY, {});
  clearImmediate(next);
  return { turns, texts: objects.map(({ ics }) => ics) };
}

it('a large copy is read in pages', async () => {
  const { turns, texts } = await readBeside();
  expect(turns).toBeGreaterThan(10);
  expect(texts).toHaveLength(EVENTS);
});

it('in one state, although another process renews it meanwhile', async () => {
  const other = await opened.again();
  const { texts } = await readBeside((turn) => {
    if (turn === 5) fill(other, 'second', EVENTS - 1);
  });
  expect(texts).toHaveLength(EVENTS - 1);
  expect(new Set(texts)).toEqual(new Set(['second']));
});

it.each([
  ['once', 5],
  ['keeps changing', 1000],
])('in one state, although it is written to %s', async (_, last) => {
  const { texts } = await readBeside((turn) => {
    if (turn < 5 || turn > last) return;
    const stored = [EVENTS - 1, 0].map((n) => event(n, `write ${turn}`));
    store.written(KEY, store.calendar(KEY), { stored, removed: [] }, 6);
  });
  expect(texts).toHaveLength(EVENTS);
  const written = texts.filter((text) => text !== 'first');
  expect(written).toHaveLength(2);
  expect(new Set(written).size).toBe(1);
});
