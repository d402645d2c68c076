/** The numbers in the sentences of a question. */
export interface Counts {
  /** Occurrences that would be deleted, changed and created. */
  readonly deleted: number;
  readonly altered: number;
  readonly created: number;
  readonly total: number;
  /** Named events, occurrences and series. */
  readonly things: number;
  readonly past: number;
  /** Events reported as not shown in full. */
  readonly hidden: number;
}

const THING =
  /(\d+) (events?|occurrences? of (?:a )?series|series from one occurrence on|whole series)(?: \(([^)]*)\))?/g;

export function countsIn(description: string): Counts {
  const sentence = (verbs: string) =>
    thingsIn(new RegExp(`([^.]*) would be (?:${verbs})\\.`).exec(description)?.[1]);
  const [deleted, altered, created] = [sentence('deleted'), sentence('changed'), sentence('created')];
  const purged = sentence('deleted permanently');
  const parts = [deleted, purged, altered, created];
  const sum = (of: (one: Things) => number) => parts.reduce((total, one) => total + of(one), 0);
  return {
    deleted: deleted.occurrences + purged.occurrences,
    altered: altered.occurrences,
    created: created.occurrences,
    total: sum(({ occurrences }) => occurrences),
    things: sum(({ things }) => things),
    past: sum(({ past }) => past),
    hidden: Number(/(\d+) events? of these (?:is|are) not shown/.exec(description)?.[1] ?? 0),
  };
}

interface Things {
  readonly things: number;
  readonly occurrences: number;
  readonly past: number;
}

function thingsIn(text = ''): Things {
  let [things, occurrences, past] = [0, 0, 0];
  for (const [, count, kind = '', facts = ''] of text.matchAll(THING)) {
    things += Number(count);
    occurrences +=
      kind.includes('whole') || kind.includes('from')
        ? Number(/(\d+) occurrences?/.exec(facts)?.[1] ?? 0)
        : Number(count);
    past += /(^|, )past$/.test(facts) ? 1 : Number(/(\d+) past/.exec(facts)?.[1] ?? 0);
  }
  return { things, occurrences, past };
}
