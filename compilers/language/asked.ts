import type { Occurrence } from '../../schemas/model/event.js';
import { foldText } from '../filter/fold-text.js';
import { isNearWord } from '../filter/near-word.js';
import { printDate } from '../time/civil.js';
import { printWall } from '../time/print-time.js';
import { today } from '../time/read-date-words.js';
import { saidPeriod } from '../time/spoken/said-period.js';
import type { When } from '../time/spoken/when.js';
import { type Clause, spanned } from './clause.js';
import { dataOf } from './details.js';
import type { Doubt } from './intent.js';
import { contiguous } from './target.js';
import { ASKED, everyOf } from './words/asking.js';

const MOST_WORDS = 12;

export function wordsLeft({ masked }: Clause, used: RegExp): readonly string[] {
  return (
    masked
      .replace(used, ' ')
      .replace(ASKED.conflicts, ' ')
      .match(/[^\s|,?.!:'"’-]+/g) ?? []
  );
}

/** A time that can be two things is asked about in a question, too. */
export function timeDoubts({ when, spans }: Clause, isUnsure = false): readonly Doubt[] {
  const { isMixed, isEitherHalf, repeat } = when;
  const isUnused = spans.some(({ kind }) => /^(?:beside|reminder|count|zone|link)$/.test(kind));
  return isUnsure || isUnused || isMixed || isEitherHalf || repeat !== undefined ? [{ kind: 'unsure' }] : [];
}

export function inCalendar(clause: Clause, key: 'calendar' | 'calendars'): Readonly<Record<string, unknown>> {
  const { calendar } = dataOf(clause.spans);
  return calendar === undefined ? {} : { [key]: key === 'calendar' ? calendar : [calendar] };
}

/** A period, or what is left of it; `before Friday` and `until Friday` begin now. */
export function periodNamed(clause: Clause, when: When): unknown {
  const { text, masked, spans, around } = clause;
  const now = today(around.scope);
  // A part of the day alone is one of today.
  const said = when.clock === undefined ? { from: 0, to: 0 } : { from: now, to: now + 1 };
  const [{ from, to } = said] = when.days?.choices ?? [];
  const period = saidPeriod(when, around.scope);
  const day = spans.find(({ kind }) => kind === 'day' || kind === 'until');
  if (period === undefined || to <= now) return period;
  if (day !== undefined) {
    const before = text.slice(0, day.at);
    // Which weekday it is, not what takes place on the next one.
    if (/\bon an? $/i.test(before)) return undefined;
    if (/\b(?:between|from) now (?:and|to|until|till)\b/i.test(text.slice(Math.max(0, day.at - 14), day.end)))
      return { between: ['now', printDate(to - 1)] };
    const single = when.clock === undefined && to - from === 1 && from > now;
    if (single && /\bbefore (?:the )?$/i.test(before)) return { after: 'now', before: printDate(from) };
    if (single && day.kind === 'until' && spanned(clause, 'day').length === 0)
      return { between: ['now', printDate(from)] };
  }
  if (from > now || !ASKED.left.test(masked + text)) return period;
  if (when.clock === undefined) return { between: ['now', to - now === 1 ? 'endOfDay' : printDate(to - 1)] };
  const [, end] = (period as { between?: readonly string[] }).between ?? [];
  const isOver = end === undefined || end <= printWall(around.scope.zone.toWall(around.scope.now));
  return isOver ? period : { between: ['now', end] };
}

/** The words of a question that are no words of questions, as they were written, from the first to the last. */
export function calledIn(masked: string, { written }: Clause): string {
  const bare = masked
    .replace(ASKED.called, '')
    .replace(everyOf(ASKED.asking), (word) => '|'.repeat(word.length));
  const parts = [...bare.matchAll(/[^\s|,?.!:;"“”]+/gu)].map(({ index, 0: word }) => ({
    index,
    end: index + word.length,
  }));
  const [first] = parts;
  const last = parts.at(-1);
  if (first === undefined || last === undefined) return '';
  // A time or a person between them belongs to the question.
  const isOne = !/\|{2}/.test(masked.slice(first.index, last.end));
  const said = isOne
    ? written(first.index, last.end)
    : parts.map(({ index, end }) => written(index, end)).join(' ');
  return contiguous(said.replace(/['’]s$/, ''));
}

/** The words that no event has. */
export function unknownIn(asked: string, words = ''): readonly string[] {
  const known = foldText(words).split(' ');
  return asked
    .split(' ')
    .filter((word) => word !== '' && !known.some((one) => isNearWord(one, foldText(word))));
}

/** The longest run of words that some event has in its title, its place or its people, or one that is almost it. */
export function knownPart(asked: string, events: readonly Occurrence[]): string | undefined {
  const has = events.map(({ title, location, attendees }) =>
    foldText([title, location, ...attendees.map(({ name }) => name ?? '')].join(' ')),
  );
  const words = asked.split(' ').slice(0, MOST_WORDS);
  for (let length = words.length; length > 0; length--) {
    for (let at = 0; at + length <= words.length; at++) {
      const run = words.slice(at, at + length).join(' ');
      if (run.length > 2 && has.some((text) => text.includes(foldText(run)))) return run;
    }
  }
  const near = has
    .flatMap((text) => text.split(/\s+/))
    .find((one) =>
      words.some((word) => word.length > 3 && one.length > 3 && isNearWord(one, foldText(word))),
    );
  return near;
}
