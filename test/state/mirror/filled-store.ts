import { afterEach, beforeEach, expect } from 'vitest';
import type { Log } from '../../../src/ports/log.js';
import type { MirrorChange, MirrorStore } from '../../../src/ports/mirror-store.js';
import type { MirroredObject } from '../../../src/ports/mirrored-object.js';
import { type OpenedStore, openStore, SILENT } from './open-store.js';

export const KEY = { identity: 'account', calendarId: 'work' };

export let opened: OpenedStore;
export let store: MirrorStore;
export const warnings: string[] = [];
export const log: Log = { ...SILENT, warn: (message) => void warnings.push(message) };

export function eachInNewStore(): void {
  beforeEach(async () => {
    warnings.length = 0;
    opened = await openStore(log);
    store = opened.store;
  });
  afterEach(() => opened.close());
}

export function event(name: string, etag = '"1"', ics = `text of ${name}`): MirroredObject {
  const index = { from: 0, to: 100, uncertain: false, text: name, keys: [name] };
  return { kind: 'event', href: name, etag, ics, index };
}

export function change(
  kind: MirrorChange['kind'],
  stored: readonly MirroredObject[],
  removed: readonly string[] = [],
) {
  return { kind, stored, removed, marker: 'm', token: 't', syncedAt: 5, covers: 0, full: kind === 'whole' };
}

export function fill(...names: readonly string[]): void {
  expect(
    store.commit(
      KEY,
      store.calendar(KEY),
      change(
        'whole',
        names.map((name) => event(name)),
      ),
    ).kind,
  ).toBe('done');
}

export const hrefs = (from: MirrorStore = store): string[] => [...from.versions(KEY).keys()].sort();
