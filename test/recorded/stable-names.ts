import type { World } from '../fixtures/world.js';

/** Keys of random values, and the word that replaces them. */
const DRAWN: Readonly<Record<string, string>> = {
  undoToken: 'undo',
  token: 'confirm',
  confirmToken: 'confirm',
  requestId: 'request',
};
/** Values that depend on Node.js or on the machine's clock. */
const OF_THE_MACHINE: Readonly<Record<string, string>> = { timeZoneData: '{zone data}', lastSeen: '{now}' };
const ID_KEYS = new Set(['id', 'seriesId']);
const PUBLIC_ID = /^(?:[0-9a-z]{10}|[0-9a-f]{12})(?=$|\/\d{8}(?:T\d{4,6})?$)/;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Names for values that differ between runs and between stores. */
export interface StableNames {
  /** Names the ids, tokens, versions and addresses in an answer; keeps everything else. */
  stable(answer: unknown): unknown;
  /** Replaces `{uid}` and `{Calendar}` in an argument by ids of this store. */
  real(text: string): string;
}

/**
 * Known ids are named after themselves (`{uid}`, `{Work}`). Random values are numbered in order of appearance:
 * `{new 1}` (ids), `{undo 1}`, `{confirm 1}`, `{request 1}`, `{uuid 1}` and `{version 1}`.
 */
export function createStableNames({ ids }: World): StableNames {
  const names = new Map([...ids].map(([name, id]) => [id, `{${name}}`]));
  const counts = new Map<string, number>();
  const versions = new Map<string, string>();
  const name = (text: string, kind: string, known = names): string => {
    const count = (counts.get(kind) ?? 0) + 1;
    const given = known.get(text) ?? `{${kind} ${count}}`;
    if (!known.has(text)) counts.set(kind, count);
    known.set(text, given);
    return given;
  };

  /** Collects random values before any is replaced: a note may contain an id that a later key introduces. */
  function learn(value: unknown, key = ''): void {
    if (typeof value === 'string') {
      const kind = DRAWN[key];
      const id = ID_KEYS.has(key) ? PUBLIC_ID.exec(value)?.[0] : undefined;
      if (kind !== undefined) name(value, kind);
      if (id !== undefined) name(id, 'new');
      for (const [uuid] of value.matchAll(UUID)) name(uuid, 'uuid');
    } else if (Array.isArray(value)) {
      for (const item of value) learn(item, key);
    } else if (typeof value === 'object' && value !== null) {
      for (const [member, item] of Object.entries(value)) learn(item, member);
    }
  }

  function replaced(value: unknown, key = ''): unknown {
    if (typeof value === 'string') {
      if (key === 'etag' || key === 'ifMatch') return name(value, 'version', versions);
      if (key in OF_THE_MACHINE) return OF_THE_MACHINE[key];
      return [...names].reduce((text, [real, stable]) => text.replaceAll(real, stable), value);
    }
    if (Array.isArray(value)) return value.map((item) => replaced(item, key));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([member, item]) => [member, replaced(item, member)]),
    );
  }

  return {
    stable: (answer) => {
      learn(answer);
      return replaced(answer);
    },
    real: (text) => text.replace(/\{([^{}]+)\}/g, (whole, known: string) => ids.get(known) ?? whole),
  };
}
