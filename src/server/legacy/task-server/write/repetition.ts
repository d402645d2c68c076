import { type Fields, toWrite, translationOf, type Word } from '../meaning.js';
import type { OldRule } from './write-input.js';

type Part = (rule: OldRule, path: string) => Fields;

const asRrule = refusal('This part of a rule is for `recurrence.rrule` only.', {
  rrule: 'FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1;WKST=SU',
});
const ofCompletion = refusal('Events repeat by the calendar, not when something is completed.', {
  frequency: 'weekly',
  interval: 1,
});
const tooOften = refusal('Events repeat daily at most.', { frequency: 'daily', interval: 1 });

/** How often a task repeats. */
export const TASK_FREQUENCIES: Readonly<Record<OldRule['frequency'], Word<string>>> = {
  minutely: tooOften,
  hourly: tooOften,
  daily: { ours: 'daily', to: 'daily' },
  weekly: { ours: 'weekly', to: 'weekly' },
  monthly: { ours: 'monthly', to: 'monthly' },
  yearly: { ours: 'yearly', to: 'yearly' },
};

const METHODS: Readonly<Record<string, Word<Fields>>> = {
  fixed: { ours: 'nothing to say: events repeat by the calendar', to: {} },
  regularly: { ours: 'nothing to say: events repeat by the calendar', to: {} },
  none: { ours: 'nothing to say: events repeat by the calendar', to: {} },
  'due-after-completion': ofCompletion,
  'defer-after-completion': ofCompletion,
  'from-completion': ofCompletion,
};

/** The parts of a repetition rule. */
export const RULE_PARTS: Readonly<Record<keyof OldRule, Word<Part>>> = {
  frequency: {
    ours: 'recurrence.frequency',
    to: ({ frequency }, path) => ({ frequency: translationOf(TASK_FREQUENCIES, frequency, path) }),
  },
  interval: { ours: 'recurrence.interval', to: ({ interval }) => ({ interval }) },
  daysOfWeek: {
    ours: 'recurrence.daysOfWeek',
    to: ({ daysOfWeek = [] }) => ({
      daysOfWeek: daysOfWeek.map((day) =>
        typeof day === 'number' ? day : `${day.position ?? ''}${DAYS[day.day]}`,
      ),
    }),
  },
  daysOfMonth: { ours: 'recurrence.dayOfMonth', to: ({ daysOfMonth }) => ({ dayOfMonth: daysOfMonth }) },
  count: { ours: 'recurrence.count', to: ({ count }) => ({ count }) },
  endDate: { ours: 'recurrence.until', to: ({ endDate }) => ({ until: endDate }) },
  method: {
    ours: 'nothing to say: events repeat by the calendar',
    to: ({ method = '' }, path) => translationOf(METHODS, method, path),
  },
  scheduleType: {
    ours: 'nothing to say: events repeat by the calendar',
    to: ({ scheduleType = '' }, path) => translationOf(METHODS, scheduleType, path),
  },
  anchorDateKey: { ours: 'nothing to say: start and end move together', to: () => ({}) },
  catchUpAutomatically: ofCompletion,
  weekStart: asRrule,
  setPositions: asRrule,
};

const DAYS = { SU: 'sun', MO: 'mon', TU: 'tue', WE: 'wed', TH: 'thu', FR: 'fri', SA: 'sat' } as const;

/** A repetition rule in builder JSON. */
export function recurrenceOf(rule: OldRule, path: string): Fields {
  const parts = Object.entries(rule)
    .filter(([, value]) => value !== undefined && value !== false)
    .map(([key]) => translationOf(RULE_PARTS, key, `${path}/${key}`)(rule, `${path}/${key}`));
  return Object.assign({}, ...parts);
}

/** Why a part of a rule is refused, and the nearest rule. */
function refusal(why: string, recurrence: Fields) {
  return {
    why,
    nearest: toWrite({ operation: 'update', id: 'k3v9x2m8qa', changes: { recurrence } }),
  };
}
