import { LRUCache } from 'lru-cache';
import { foldText } from '../../../compilers/filter/fold-text.js';
import { wordsIn } from '../../../compilers/filter/search-term.js';
import type { Occurrence } from '../../../schemas/model/event.js';

/** How long what a model has read may still speak through it. */
const KEPT_MS = 60 * 60_000;
/** Events whose text is remembered; the longest unseen ones go first. */
const MOST_EVENTS = 2000;
/** Of one event. */
const MOST_WORDS = 2000;
/** So many words in a row are no chance. */
const RUN = 5;
/** A title says something from two words on. */
const SHORTEST_TITLE = 2;

/** Text that tells its reader to agree in a person's place. */
const CONSENT = new RegExp(
  [
    'confirm[^.]{0,40}tokens?\\b|\\btokens?\\b[^.]{0,40}confirm|pending[\\s_-]?action',
    '\\b(?:already|implied|previously) (?:agreed|approved|confirmed|consented|given)\\b|\\bagreed (?:to|by) (?:all|any|every|default)',
    '\\b(?:approval|consent|agreement|confirmation)\\b[^.]{0,40}\\b(?:implied|given|granted|assumed|by default)\\b',
    '\\bcounts? as (?:an? )?(?:approval|consent|agreement|confirmation)\\b|\\bon (?:their|his|her|the user.s) behalf\\b',
    '\\bwithout (?:further )?(?:asking|questions|confirmation)\\b|\\b(?:do not|don.t|never|no need to) (?:ask|bother|question)\\b|\\bdisturb (?:the|your|any|them|him|her)\\b',
  ].join('|'),
  'i',
);

/** Models read base64 as they read words. */
const ENCODED = /[A-Za-z0-9+/_-]{24,}/g;
/** Answers leave such characters out. */
const HIDDEN = /[^\P{C}\s]/gu;

interface Seen {
  readonly id: string;
  readonly isOthers: boolean;
  readonly ordersConsent: boolean;
  readonly title: readonly string[];
  readonly words: readonly string[];
}

/** What answers have shown within the last hour: text that may steer a model, and text that it may carry elsewhere. */
export interface Exposure {
  saw(rows: readonly Occurrence[]): void;
  /** Text that others wrote was among it. */
  readonly isSteered: boolean;
  /** Text that others wrote tells its reader to agree in a person's place. */
  readonly isUrgedToAgree: boolean;
  /** Whether a text repeats that of an event other than the one with this id. */
  quotes(text: string, seriesId: string): boolean;
}

/** `elapsed` gives milliseconds from any fixed point. */
export function createExposure(elapsed: () => number): Exposure {
  const seen = new LRUCache<string, Seen>({ max: MOST_EVENTS, ttl: KEPT_MS, perf: { now: elapsed } });
  // The last time is kept apart, so that no flood of rows makes it forgotten.
  let steeredAt = Number.NEGATIVE_INFINITY;
  let urgedAt = Number.NEGATIVE_INFINITY;
  return {
    saw(rows) {
      for (const row of rows.slice(0, MOST_EVENTS)) {
        const key = `${row.id} ${row.etag}`;
        const known = seen.get(key) ?? textOf(row);
        seen.set(key, known);
        if (known.isOthers) steeredAt = elapsed();
        if (known.ordersConsent) urgedAt = elapsed();
      }
    },
    get isSteered() {
      return elapsed() - steeredAt < KEPT_MS;
    },
    get isUrgedToAgree() {
      return elapsed() - urgedAt < KEPT_MS;
    },
    quotes(text, seriesId) {
      const words = wordsIn(text);
      const runs = new Set(runsOf(words, RUN));
      const spoken = ` ${words.join(' ')} `;
      return [...seen.values()].some(
        (event) =>
          event.id !== seriesId &&
          ((event.title.length >= SHORTEST_TITLE && spoken.includes(` ${event.title.join(' ')} `)) ||
            runsOf(event.words, RUN).some((run) => runs.has(run))),
      );
    },
  };
}

function textOf(row: Occurrence): Seen {
  const { title, description, location, external, organizer, attendees, url, conference, tags } = row;
  const text = [title, description, location].join('\n');
  const names = [organizer?.name, ...attendees.map(({ name }) => name), url, conference, ...tags].join('\n');
  return {
    id: row.seriesId ?? row.id,
    isOthers: external,
    ordersConsent: external && urgesToAgree(`${text}\n${names}`),
    title: wordsIn(title),
    words: wordsIn(`${description}\n${location}`).slice(0, MOST_WORDS),
  };
}

function urgesToAgree(text: string): boolean {
  const plain = foldText(text.replace(HIDDEN, ''));
  const decoded = [...text.matchAll(ENCODED)].map(([run]) => Buffer.from(run, 'base64').toString());
  return [plain, ...decoded].some((one) => CONSENT.test(one));
}

function runsOf(words: readonly string[], length: number): string[] {
  return words.slice(length - 1).map((_, at) => words.slice(at, at + length).join(' '));
}
