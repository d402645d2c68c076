import { LRUCache } from 'lru-cache';
import { z } from 'zod/v3';
import { wordsIn } from '../../../compilers/filter/search-term.js';
import type { Occurrence } from '../../../schemas/model/event.js';
import type { ServiceDependencies } from './dependencies.js';
import { readingsOf } from './readings-of.js';
import { sharedNote } from './shared-note.js';
import { urgesToAgree } from './urges-to-agree.js';

/** How long text from an answer may still steer a model. */
const KEPT_MS = 60 * 60_000;
/** Most events whose text is remembered; the least recently seen go first. */
const MOST_EVENTS = 2000;
/** Most writers named. */
const MOST_WRITERS = 3;
/** Per event. */
const MOST_WORDS = 2000;
/** A run of this many letters from the start of a word is no coincidence. */
const RUN = 16;
/** Titles of this many letters also match without spaces. */
const LONG_TITLE = 8;
/** Shortest title that counts as repeated, in words. */
const SHORTEST_TITLE = 2;

/** Per text; rows show no more. */
const MOST_CHARACTERS = 20_000;
/** A name, or the local part of an address, with more words may be an instruction. */
const WORDS_OF_A_NAME = 4;

interface Seen {
  readonly id: string;
  readonly title: readonly string[];
  readonly letters: string;
  /** Positions in `letters` where words begin. */
  readonly starts: readonly number[];
}

/** Tracks text shown within the last hour that may steer a model, or that it may carry elsewhere. */
export interface Exposure {
  /** `texts`: shown in addition to the rows. */
  saw(rows: readonly Occurrence[], texts?: readonly string[]): void;
  /** Like `saw`, but in steps, because many rows take long. */
  seeing(rows: readonly Occurrence[], texts?: readonly string[]): Generator<undefined, void, undefined>;
  /** True if text by others was shown. */
  readonly sawForeignText: boolean;
  /** The latest writers of that text: addresses, or names of calendars that others write into. */
  readonly seenFrom: readonly string[];
  /** True if that text tells its reader to agree for a person. */
  readonly sawConsentBait: boolean;
  /** Returns true if a text repeats that of an event other than the one with this id. */
  quotes(text: string, seriesId: string): boolean;
  /** Reads the notes of other processes, including earlier ones. */
  recall(): Promise<void>;
  /** Writes the note of this process. */
  keep(): Promise<void>;
}

/** Ages in milliseconds. */
const noteSchema = z.object({
  steeredMs: z.number().nonnegative(),
  urgedMs: z.number().nonnegative().optional(),
  writers: z.array(z.string()),
});

/** Text shown within this time of the last note needs no new one. */
const NOTED_MS = 60_000;

/** `elapsed` gives milliseconds from any fixed point. */
export function createExposure(
  elapsed: () => number,
  store: Pick<ServiceDependencies, 'state' | 'clock'>,
): Exposure {
  const shared = sharedNote('shown', noteSchema, store);
  let notedAt = Number.NEGATIVE_INFINITY;
  let isUrgingNoted = false;
  // Unlike `max`, `maxSize` allocates memory only for existing entries.
  const common = { ttl: KEPT_MS, perf: { now: elapsed }, sizeCalculation: () => 1 };
  const seen = new LRUCache<string, Seen>({ ...common, maxSize: MOST_EVENTS });
  const writers = new LRUCache<string, true>({ ...common, maxSize: MOST_WRITERS });
  // Kept outside the caches, because a flood of rows would evict it.
  let steeredAt = Number.NEGATIVE_INFINITY;
  let urgedAt = Number.NEGATIVE_INFINITY;
  const urges = createJudge();
  function* seeing(rows: readonly Occurrence[], texts: readonly string[] = []) {
    for (const row of rows.slice(0, MOST_EVENTS)) {
      const key = `${row.id} ${row.etag}`;
      seen.set(key, seen.get(key) ?? textOf(row));
      yield;
    }
    let sawForeignText = false;
    for (const row of rows) {
      const isUrging = urges(row);
      if (isUrging || isByOthers(row) || hasWords(row)) {
        sawForeignText = true;
        steeredAt = elapsed();
        writers.set(row.organizer?.email || row.calendar.name, true);
      }
      if (isUrging) urgedAt = elapsed();
      yield;
    }
    if (sawForeignText && texts.some(urgesToAgree)) urgedAt = elapsed();
  }
  return {
    seeing,
    saw(rows, texts) {
      for (const _ of seeing(rows, texts));
    },
    get sawForeignText() {
      return elapsed() - steeredAt < KEPT_MS;
    },
    get seenFrom() {
      return [...writers.keys()];
    },
    get sawConsentBait() {
      return elapsed() - urgedAt < KEPT_MS;
    },
    quotes: (text, seriesId) => isRepeated(text, seriesId, [...seen.values()]),
    async recall() {
      for (const { note, ageMs } of await shared.others()) {
        const since = (ms: number): number => elapsed() - ageMs - ms;
        steeredAt = Math.max(steeredAt, since(note.steeredMs));
        if (note.urgedMs !== undefined) urgedAt = Math.max(urgedAt, since(note.urgedMs));
        for (const writer of note.writers) if (!writers.has(writer)) writers.set(writer, true);
      }
    },
    async keep() {
      const isUrging = elapsed() - urgedAt < KEPT_MS;
      const isKnown = steeredAt - notedAt < NOTED_MS && (isUrgingNoted || !isUrging);
      if (elapsed() - steeredAt >= KEPT_MS || isKnown) return;
      await shared.keep({
        steeredMs: elapsed() - steeredAt,
        ...(isUrging && { urgedMs: elapsed() - urgedAt }),
        writers: [...writers.keys()],
      });
      notedAt = steeredAt;
      isUrgingNoted = isUrging;
    },
  };
}

/** Tests if a row tells its reader to agree. Cached by attendees, which occurrences of a series share. */
function createJudge(): (row: Occurrence) => boolean {
  const judged = new WeakMap<Occurrence['attendees'], boolean>();
  return (row) => {
    const known = judged.get(row.attendees);
    if (known !== undefined) return known;
    const isUrging = urgesToAgree(allOf(isByOthers(row) ? row : [row.attendees, row.conflictsWith]));
    judged.set(row.attendees, isUrging);
    return isUrging;
  };
}

/** True if a text repeats the title or a run of letters of an event other than `seriesId`. */
function isRepeated(text: string, seriesId: string, events: readonly Seen[]): boolean {
  const words = [...readingsOf(text)].flatMap(wordsIn);
  const letters = words.join('');
  const spoken = ` ${words.join(' ')} `;
  const runs = new Set(Array.from({ length: letters.length }, (_, at) => letters.slice(at, at + RUN)));
  return events.some(
    ({ id, title, letters: own, starts }) =>
      id !== seriesId &&
      ((title.length >= SHORTEST_TITLE &&
        (spoken.includes(` ${title.join(' ')} `) || isIn(letters, title.join('')))) ||
        starts.some((at) => runs.has(own.slice(at, at + RUN)))),
  );
}

function textOf({ id, seriesId = id, title, description, location }: Occurrence): Seen {
  const text = [description, location].map((one) => one.slice(0, MOST_CHARACTERS)).join('\n');
  return {
    id: seriesId,
    title: wordsIn(title.slice(0, MOST_CHARACTERS)),
    ...runsOf(wordsIn(text).slice(0, MOST_WORDS)),
  };
}

function isByOthers({ external, imported }: Occurrence): boolean {
  return external || imported === true;
}

/** People choose their own names, and `conflictsWith` is the title of another event. */
function hasWords({ attendees, conflictsWith = '' }: Occurrence): boolean {
  const names = attendees.flatMap(({ name = '', email }) => [name, email.replace(/@[^@]*$/, '')]);
  return [conflictsWith, ...names].some(
    (text) => wordsIn(text.slice(0, MOST_CHARACTERS)).length > WORDS_OF_A_NAME,
  );
}

function allOf(value: unknown): string {
  if (typeof value === 'string') return value.slice(0, MOST_CHARACTERS);
  if (typeof value !== 'object' || value === null) return '';
  return Object.entries(value)
    .map(([key, one]) => (NOT_SAID.has(key) ? '' : allOf(one)))
    .join('\n');
}

/** Internal fields, fields that answers omit, and fields with fixed words. */
const NOT_SAID = new Set([
  ...['repetition', 'zones', 'hidden', 'href'],
  ...['status', 'visibility', 'myResponse', 'response', 'role', 'type', 'createdBy'],
]);

/** All letters, and the starts of words that a full run fits behind. */
function runsOf(words: readonly string[]): Pick<Seen, 'letters' | 'starts'> {
  const letters = words.join('');
  let from = 0;
  const starts = words.map((word) => {
    from += word.length;
    return from - word.length;
  });
  return { letters, starts: starts.filter((at) => at + RUN <= letters.length) };
}

function isIn(letters: string, title: string): boolean {
  return title.length >= LONG_TITLE && letters.includes(title);
}
