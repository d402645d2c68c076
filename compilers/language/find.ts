import type { Occurrence } from '../../schemas/model/event.js';
import { foldText } from '../filter/fold-text.js';
import { dayOfWall, printDate } from '../time/civil.js';
import { dayPartOf } from '../time/day-names.js';
import { printMinutes } from '../time/print-time.js';
import { saidPeriod, withoutClock } from '../time/spoken/said-period.js';
import type { When } from '../time/spoken/when.js';
import { calledIn, inCalendar, knownPart, periodNamed, timeDoubts, wordsLeft } from './asked.js';
import { type Clause, hoursOf, partAt, spanned } from './clause.js';
import { eventsIn } from './events.js';
import type { DraftCall } from './intent.js';
import { choiceOf, knownAs, namesIn, peopleOf } from './people.js';
import { ASKED, everyOf } from './words/asking.js';

const GROUPS: readonly (readonly [RegExp, string])[] = [
  [/\bcalendars?\b/i, 'calendar'],
  [/\b(?:versus|compared?|which week|busiest week|per week)\b/i, 'week'],
  [/\b(?:days?|weekday)\b/i, 'day'],
  [/^(?:who|with whom)\b/i, 'person'],
];

/** A question about events, about busy times or about free ones. */
export function findIn(asked: Clause): DraftCall | undefined {
  const aside = ASKED.aside.exec(asked.masked);
  const part = aside === null || aside.index === 0 ? asked : partAt(asked, 0, aside.index);
  const clause = part;
  const draft = answerTo({ ...clause, asks: asked.asks === true || asked.isOpen === true });
  if (draft === undefined || aside === null) return draft;
  const isMore = /^,? and (?:what|how|where|when)\b/.test(aside[0]) && spanned(clause, 'day').length < 1;
  return { ...draft, doubts: [...(draft.doubts ?? []), ...(isMore ? [] : [{ kind: 'unsure' as const }])] };
}

function answerTo(clause: Clause): DraftCall | undefined {
  const { masked, spans, when, asks } = clause;
  if (ASKED.freeOrBusy.test(masked)) return busyIn(clause);
  const looks = ASKED.looksFor.test(masked) && when.length !== undefined;
  const isNew = /^would (?:an?|my) /i.test(masked) && when.clock !== undefined;
  if (isNew && ASKED.conflicts.test(masked)) return busyIn(clause);
  if (ASKED.spent.test(masked) && !/\bfree\b/i.test(masked)) return measured('time_stats', clause);
  if (ASKED.conflicts.test(masked) && (asks || ASKED.order.test(masked)))
    return measured('conflicts', clause);
  if (ASKED.asksFreeTime.test(masked) && (ASKED.freeTime.test(masked) || looks)) return freeIn(clause);
  // `tomorrow` and `Friday?` ask what there is.
  const isOnlyDay = spans.length === 1 && spans[0]?.kind === 'day' && /^\|+ ?[?.]?$/.test(masked);
  return asks || ASKED.order.test(masked) || (isOnlyDay && when.days?.minutes === undefined)
    ? eventsIn(clause)
    : undefined;
}

/** How much time goes where, or what overlaps: of what is named, or on the day of it. */
function measured(type: 'conflicts' | 'time_stats', clause: Clause): DraftCall {
  const { when, around, masked } = clause;
  const bare = masked.replace(everyOf(ASKED.measuring), (word) => '|'.repeat(word.length));
  const asked = calledIn(
    bare.replace(ASKED.conflicts, (word) => '|'.repeat(word.length)),
    clause,
  );
  const words = asked === '' ? undefined : knownPart(asked, around.events);
  const event = words === undefined ? undefined : next(words, clause);
  const isStats = type === 'time_stats';
  const days = spanned(clause, 'day').map(({ choices }) => choices[0]);
  const both = / (?:versus|vs|and|or|compared) /i.test(masked) && days.length === 2 ? days : undefined;
  const [first, second] = (both ?? []).sort((a, b) => a.from - b.from);
  const period =
    first !== undefined && second !== undefined
      ? { between: [printDate(first.from), printDate(second.to - 1)] }
      : (periodNamed(clause, withoutClock(when)) ??
        (isStats || event === undefined ? undefined : dayOf(event)));
  const group = isStats ? GROUPS.find(([form]) => form.test(masked))?.[1] : undefined;
  const scope = {
    ...(period !== undefined && { when: period }),
    ...inCalendar(clause, 'calendars'),
    ...(isStats && words !== undefined && { filters: { text: words } }),
  };
  const call = {
    analysis: {
      type,
      ...(Object.keys(scope).length > 0 && { scope }),
      ...(group !== undefined && { params: { groupBy: group } }),
    },
  };
  const rest = words === undefined ? asked : asked.replace(words, '').trim();
  const isUnsure = words !== undefined || first !== undefined || ASKED.limits.test(masked);
  return { call, left: rest === '' ? [] : [rest], doubts: timeDoubts(clause, isUnsure) };
}

function dayOf({ startWall }: Occurrence): string {
  return printDate(dayOfWall(startWall));
}

function next(words: string, { around: { events, scope } }: Clause): Occurrence | undefined {
  return events.find(({ end, title }) => end > scope.now && foldText(title).includes(foldText(words)));
}

function busyIn(clause: Clause): DraftCall {
  const { when, around } = clause;
  const hours = hoursOf(clause);
  // `after 15:00`: the rest of the day.
  const isOpen = hours !== undefined && hours.before === undefined;
  const whole = isOpen && when.clock ? { ...when, clock: { ...when.clock, to: 1440 } } : when;
  const period = saidPeriod(whole, around.scope);
  const call = { query: { type: 'freebusy', ...(period !== undefined && { filters: { when: period } }) } };
  return { call, left: wordsLeft(clause, everyOf(ASKED.freeWords)), doubts: timeDoubts(clause) };
}

/** Free slots; parts of a day and spans of time limit the hours. */
function freeIn(clause: Clause): DraftCall {
  const { text, masked, when, around } = clause;
  const { clock, length } = when;
  const words = wordsLeft(clause, everyOf(ASKED.freeWords));
  const isKnown = (name: string) => knownAs(name, around.events).length > 0;
  const full = /\b(?:with|meet|is|are|for|both) (?:both )?(.+)$/iu.exec(text)?.[1] ?? '';
  const called = [...new Set([...namesIn(full, around.events), ...words])].filter(isKnown);
  const whole = called.filter(
    (name) => !called.some((other) => other !== name && other.split(' ').includes(name)),
  );
  const people = peopleOf(whole, spanned(clause, 'address'), around.events);
  const period = periodNamed(clause, withoutClock(when));
  const bounds = hoursOf({ ...clause, when: { ...when, days: undefined } as unknown as When });
  const size = length?.unit === 'minute' ? length.count : 60;
  const isBound = clock?.part === undefined && clock?.to === undefined && bounds !== undefined;
  const to = clock?.to ?? (clock === undefined ? 0 : clock.from + size);
  const [, part] = /\b(morning|afternoon|evening)s?\b/i.exec(masked) ?? [];
  const hours =
    dayPartOf(part) ?? clock?.part ?? (clock === undefined || isBound ? undefined : { from: clock.from, to });
  const isPoint =
    hours !== undefined && clock?.part === undefined && clock?.to === undefined && part === undefined;
  const params = {
    ...(isBound && bounds.after !== undefined && { earliest: bounds.after }),
    ...(isBound && bounds.before !== undefined && { latest: bounds.before }),
    ...(length?.unit === 'minute' && { durationMinutes: length.count }),
    ...(hours !== undefined && {
      workingHours: { start: printMinutes(hours.from), end: printMinutes(Math.min(hours.to, 1440)) },
    }),
    ...(people.attendees.length > 0 && { attendees: people.attendees.map(({ email }) => email) }),
  };
  const scope = { ...(period !== undefined && { when: period }), ...inCalendar(clause, 'calendars') };
  const known = new Set(whole.flatMap((name) => name.split(' ')));
  return {
    call: {
      analysis: {
        type: 'availability',
        ...(Object.keys(scope).length > 0 && { scope }),
        ...(Object.keys(params).length > 0 && { params }),
      },
    },
    doubts: timeDoubts(
      clause,
      ASKED.limits.test(masked) ||
        (clock !== undefined && clock.to === undefined && hours === undefined && !isBound) ||
        (isPoint && length === undefined),
    ),
    choices: choiceOf('/analysis/params/attendees', people.choices),
    left: words.filter((word) => !known.has(word)),
  };
}
