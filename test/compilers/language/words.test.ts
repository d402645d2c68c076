import { describe, expect, it } from 'vitest';
import { lineOf } from '../../../compilers/language/tokens.js';
import { ENGLISH } from '../../../compilers/language/words/english.js';
import { FRENCH } from '../../../compilers/language/words/french.js';
import { GERMAN } from '../../../compilers/language/words/german.js';
import { SPANISH } from '../../../compilers/language/words/spanish.js';
import { SPOKEN_VERBS } from '../../../compilers/language/words/verbs.js';
import { dictionaryOf } from '../../../compilers/language/words/words.js';
import { readRequests } from '../../../compilers/notes/read-requests.js';
import { scan } from '../../../compilers/time/spoken/scan.js';
import { occurrence } from '../occurrence.js';
import { scope } from '../time-scope.js';
import { formsOf } from './forms-of.js';

const TABLES = { en: ENGLISH, de: GERMAN, fr: FRENCH, es: SPANISH };

/** English that the grammar knows, besides times. */
const VOCABULARY = new Set(
  `1:1 Tom a about accept add all am an and answered anything appointment appointments are at budget but by call can
  cancel cancelled cannot come coming company conflict conflicts could decline dentist design dinner do earlier end
  everything extend find fit flight for free from go haircut have hello hour hours how i if in instead invitation
  invitations invite invited is it lasting lasts later lesson lisbon long lunch many me meet meeting minutes move mr mrs
  much my next no not now of on one only or out parents party physio piano place planned postpone quarterly remind remove
  rename reschedule review same schedule send shorten show slot something squeeze starting starts still take takes tasting
  tell tentatively thanks that the them there this time to undo until vacation vet want we what when where which who will
  wine with yes you every day days week weeks half past 1st`
    .trim()
    .split(/\s+/),
);
/** Joined to what stands beside them. */
const JOINED = new Set(['w/', "'til", '1-on-1', '#h et demie']);

describe.each(Object.entries(TABLES))('the words of %s', (code, table) => {
  const dictionary = dictionaryOf(table);
  const lineIn = (said: string) => lineOf(said, dictionary).text.trim();

  it('name days and months as Intl does', () => {
    const names = (dates: readonly Date[], part: Intl.DateTimeFormatOptions) => {
      const format = new Intl.DateTimeFormat(code, { ...part, timeZone: 'UTC' });
      return dates.map((date) => format.format(date).toLowerCase());
    };
    const days = Array.from({ length: 7 }, (_, at) => new Date(Date.UTC(2026, 10, 2 + at)));
    const months = Array.from({ length: 12 }, (_, at) => new Date(Date.UTC(2026, at, 1)));
    expect(table.weekdays.split(' ')).toEqual(names(days, { weekday: 'long' }));
    expect(table.months.split(' ')).toEqual(names(months, { month: 'long' }));
  });

  it('become their English, row by row', () => {
    for (const [said, meant] of dictionary.phrases)
      if (!JOINED.has(said)) expect(lineIn(withFigures(said)), said).toBe(withFigures(meant));
  });

  it('become a verb at the front where its parts stand apart', () => {
    for (const [head, tail, verb] of dictionary.apart)
      expect(lineIn(`${head} Yoga ${tail}`.trim()), `${head} … ${tail}`).toBe(`${verb} Yoga`);
  });

  it('become times, or words of the grammar', () => {
    const meanings = [...dictionary.phrases.values(), ...dictionary.apart.map(([, , verb]) => verb)];
    for (const meant of meanings.map(withFigures)) {
      const rest = scan(meant, scope).reduceRight(
        (text, { at, end }) => text.slice(0, at) + text.slice(end),
        meant,
      );
      const words = rest.split(' ').filter((word) => word !== '' && !/^\d[\d:]*$/.test(word));
      const isMonth = ENGLISH.months.split(' ').includes(meant.toLowerCase());
      if (!isMonth)
        expect(
          words.filter((word) => !VOCABULARY.has(word)),
          meant,
        ).toEqual([]);
    }
  });
});

/** A phrase with figures in its places; `#-1` is one less. */
function withFigures(phrase: string): string {
  const figures = [10, 4, 5];
  return phrase.replace(/([#%])(-1)?/g, (_, sign, less) => {
    const figure = (figures.shift() ?? 0) - (less === undefined ? 0 : 1);
    return sign === '#' ? String(figure) : `${figure}:30`;
  });
}

/** A sentence for each row of the verbs, and the call it becomes. */
const SENTENCES: Readonly<Record<keyof typeof SPOKEN_VERBS, readonly [string, object]>> = {
  add: ['{} a swim on friday at 10', { operation: 'create', data: { title: 'Swim' } }],
  cancel: ['{} yoga', { operation: 'delete' }],
  drop: ['{} yoga', { operation: 'delete' }],
  move: ['{} yoga to 11:00', { operation: 'update', changes: { start: '2026-11-24T11:00' } }],
  later: ['{} yoga by 15 minutes', { operation: 'update', changes: { shiftMinutes: 15 } }],
  accept: ['{} opera', { operation: 'respond', response: 'accepted' }],
  come: ['{} opera', { operation: 'respond', response: 'accepted' }],
  decline: ['{} opera', { operation: 'respond', response: 'declined' }],
  stay: ['{} opera', { operation: 'respond', response: 'declined' }],
  tentative: ['{} opera', { operation: 'respond', response: 'tentative' }],
  extend: ['{} yoga by 15 minutes', { operation: 'update', changes: { durationMinutes: 75 } }],
  shorten: ['{} yoga by 15 minutes', { operation: 'update', changes: { durationMinutes: 45 } }],
  tell: ['{}no for opera', { operation: 'respond', response: 'declined' }],
  because: ['decline opera{}it is late', { operation: 'respond', comment: 'it is late' }],
  is: ['yoga {} cancelled', { operation: 'delete' }],
  dropped: ['yoga is {}', { operation: 'delete' }],
  now: ['yoga {} at 11:00', { operation: 'update' }],
  away: ['yoga is cancelled{}', { operation: 'delete' }],
  make: ['{} yoga end at 11:30', { operation: 'update', changes: { end: '2026-11-24T11:30' } }],
  have: ['{} yoga at 11:00', { operation: 'update', changes: { start: '2026-11-24T11:00' } }],
  reminder: ['{} for yoga, 15 minutes before', { operation: 'update', changes: { addReminders: [15] } }],
  ahead: ['remind me about yoga, 15 minutes {}', { operation: 'update', changes: { addReminders: [15] } }],
};
/** Forms that another rule reads in these sentences. */
const ELSEWHERE = new Set([
  ...['set', 'set aside', 'new', 'there is', 'put', 'has to be moved'],
  ...['is staying', 'is going on', 'is lasting', 'is running', 'is here'],
]);
const guests = [{ email: 'ana@x.org', name: 'Ana Silva', response: 'accepted', role: 'required' } as const];
const events = [
  occurrence({ title: 'Yoga' }),
  occurrence({ title: 'Opera', uid: 'uid-2@example.org', attendees: guests, external: true }),
];

describe('a request that begins with each verb', () => {
  it.each(Object.entries(SENTENCES))('%s', (verb, [sentence, call]) => {
    const pattern = SPOKEN_VERBS[verb as keyof typeof SPOKEN_VERBS].replace('{people}', 'ana');
    const forms = formsOf(pattern).filter((form) => !ELSEWHERE.has(form));
    for (const form of forms) {
      const [intent] = readRequests(sentence.replace('{}', form), { scope, events }).intents;
      expect(intent?.arguments.mutation, form).toMatchObject(call);
    }
  });
});
