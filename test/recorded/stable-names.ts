import type { World } from '../fixtures/world.js';

/** Keys whose values nobody can know before a call, and the word that stands for them. */
const DRAWN: Readonly<Record<string, string>> = {
  undoToken: 'undo',
  token: 'confirm',
  confirmToken: 'confirm',
  requestId: 'request',
};
/** The zone data of this Node.js, and when an account last answered, by the machine's own clock. */
const OF_THE_MACHINE: Readonly<Record<string, string>> = { timeZoneData: '{zone data}', lastSeen: '{now}' };
const ID_KEYS = new Set(['id', 'seriesId']);
const PUBLIC_ID = /^(?:[0-9a-z]{10}|[0-9a-f]{12})(?=$|\/\d{8}(?:T\d{4,6})?$)/;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** Names for what differs from run to run and from store to store. */
export interface StableNames {
  /** An answer in which ids, tokens, versions and addresses of the store have names; everything else stays. */
  stable(answer: unknown): unknown;
  /** An argument with `{uid}` and `{Calendar}` replaced by ids of this store; `x × 500` is that many x. */
  real(text: string): string;
}

/**
 * What is known is named after itself (`{uid}`, `{Work}`); what a call draws is numbered in order of appearance:
 * `{new 1}` (ids), `{undo 1}`, `{confirm 1}`, `{request 1}`, `{uuid 1}`, and `{version 1}` where a version stands.
 */
export function createStableNames({ ids }: World, places: ReadonlyMap<string, string>): StableNames {
  const names = new Map([...ids].map(([name, id]) => [id, `{${name}}`]));
  for (const [place, name] of places) names.set(place, name);
  const counts = new Map<string, number>();
  const versions = new Map<string, string>();
  const name = (text: string, kind: string, known = names): string => {
    const given = known.get(text) ?? `{${kind} ${(counts.get(kind) ?? 0) + 1}}`;
    if (!known.has(text)) counts.set(kind, (counts.get(kind) ?? 0) + 1);
    known.set(text, given);
    return given;
  };

  /** Learns what the answer draws before any of it is replaced: a note may tell an id that a later key gives. */
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
    real: (text) =>
      text
        .replace(/^(.) × (\d+)$/, (_whole, one: string, times: string) => one.repeat(Number(times)))
        .replace(/\{([^{}]+)\}/g, (whole, known: string) => ids.get(known) ?? whole),
  };
}
