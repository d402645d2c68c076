import { z } from 'zod/v3';
import { EVENT_KINDS, PERSON_KINDS } from '../model/event.js';
import { isRecord } from '../model/is-record.js';
import { conditions, nonEmptyList, notEmpty, oneOrMany, withRules } from './rules.js';

/** Levels of AND, OR and NOT in one filter. */
export const MAX_FILTER_DEPTH = 8;
/** Filter objects in one filter, including nested ones. */
export const MAX_FILTER_NODES = 200;
export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export const EVENT_STATUSES = ['confirmed', 'tentative', 'cancelled'] as const;
/** In iCalendar, TRANSP. */
export const busySchema = z.boolean();

export const RESPONSES = ['accepted', 'declined', 'tentative', 'needs_action'] as const;

/** A date, date-time, word or period as text; the compiler resolves it with the clock and the zone. */
export const timeTextSchema = z.string().min(1).max(100);

const CLOCK = /^(?:(?:[01]\d|2[0-3]):[0-5]\d|24:00)$/;

/** True if both are clock times and the first is not before the second. */
export function isBackwards(first: unknown, second: unknown): boolean {
  const readable = (value: unknown): value is string => typeof value === 'string' && CLOCK.test(value);
  return readable(first) && readable(second) && first >= second;
}

/** `HH:MM`, from `00:00` to `24:00`. */
export const clockTextSchema = z.string().regex(CLOCK, 'must be a time of day such as "09:00"');

const word = z.string().min(1);

/** Bounds of a time: `on` and `between` must be alone, `after` and `before` can be combined. */
export const timeBoundsSchema = withRules(
  z
    .object({
      on: timeTextSchema,
      after: timeTextSchema,
      before: timeTextSchema,
      between: z.tuple([timeTextSchema, timeTextSchema]),
    })
    .partial()
    .strict(),
  notEmpty('The time condition'),
  (value, report) => {
    const given = ['on', 'between', 'after', 'before'].filter((key) => value[key] !== undefined);
    const alone = given[0];
    if (given.length > 1 && (alone === 'on' || alone === 'between')) {
      for (const key of given.slice(1)) {
        report([key], `\`${alone}\` already gives the whole range; leave out \`${key}\`.`, {
          fix: { kind: 'remove' },
        });
      }
    }
  },
);

/** `when`, `start`, `end`, `created`, `updated`, `due`, `completed`: a period as one word, or bounds. */
export const timeConditionSchema = z.union([timeTextSchema, timeBoundsSchema]);
export type TimeCondition = z.infer<typeof timeConditionSchema>;

/** Text comparisons, ANDed. `matches` is an RE2 regular expression. */
export const textOperatorsSchema = withRules(
  z
    .object({
      contains: word,
      startsWith: word,
      equals: word,
      matches: word.describe('regex'),
      empty: z.boolean(),
    })
    .partial()
    .strict(),
  notEmpty('The text condition'),
);

/** A text condition; a plain string means `contains`. */
export const textConditionSchema = z.union([word, textOperatorsSchema]);
export type TextCondition = z.infer<typeof textConditionSchema>;

/** A condition on a set of names, ANDed; a plain string means "has it". */
export const setConditionSchema = z.union([
  word,
  withRules(
    z
      .object({
        any: nonEmptyList(word),
        all: nonEmptyList(word),
        none: nonEmptyList(word),
        empty: z.boolean(),
      })
      .partial()
      .strict(),
    notEmpty('The condition'),
  ),
]);
export type SetCondition = z.infer<typeof setConditionSchema>;

/** Calendars by name, id or `account/name`. */
export const calendarConditionSchema = z.union([
  word,
  withRules(
    z
      .object({ any: nonEmptyList(word), none: nonEmptyList(word) })
      .partial()
      .strict(),
    notEmpty('The condition'),
  ),
]);
export type CalendarCondition = z.infer<typeof calendarConditionSchema>;

const minutes = z.number().int().min(0);

const durationSchema = z.union([
  minutes,
  withRules(
    z.object({ min: minutes, max: minutes }).partial().strict(),
    notEmpty('The duration'),
    (value, report) => {
      const { min, max } = value;
      if (typeof min === 'number' && typeof max === 'number' && min > max) {
        report([], '`min` is greater than `max`.', { fix: { kind: 'set', value: { min: max, max: min } } });
      }
    },
  ),
]);

const timeOfDaySchema = withRules(
  z
    .object({ after: clockTextSchema.describe('start, HH:MM'), before: clockTextSchema })
    .partial()
    .strict(),
  notEmpty('The time of day'),
  (value, report) => {
    const { after, before } = value;
    if (isBackwards(after, before)) {
      report(
        ['before'],
        '`after` must be earlier than `before`; for a span over midnight use OR with two conditions.',
        { fix: { kind: 'remove' } },
      );
    }
  },
);

/** Keys of the filter grammar by the form of their conditions. */
export const TIME_KEYS = ['when', 'start', 'end', 'created', 'updated', 'due', 'completed'] as const;
export const TEXT_KEYS = ['text', 'title', 'location', 'description', 'url', 'organizer'] as const;
export const SET_KEYS = ['attendee', 'tags'] as const;
export const FLAG_KEYS = [
  'allDay',
  'recurring',
  'busy',
  'hasConflict',
  'external',
  'deleted',
  'hasDue',
] as const;
export const PRIORITIES = ['high', 'medium', 'low', 'none'] as const;
/** For events and tasks. */
const STATUSES = [...EVENT_STATUSES, 'open', 'started', 'done'] as const;

const conditionsSchema = z
  .object({
    id: oneOrMany(word),
    calendar: calendarConditionSchema,
    when: timeConditionSchema.describe(
      'overlap: "tomorrow", "this week", "last quarter", "2026-11", "next 14 days", "any"',
    ),
    start: timeConditionSchema,
    end: timeConditionSchema,
    created: timeConditionSchema,
    updated: timeConditionSchema,
    changedSince: timeTextSchema,
    text: textConditionSchema,
    title: textConditionSchema,
    location: textConditionSchema,
    description: textConditionSchema,
    url: textConditionSchema,
    organizer: textConditionSchema,
    attendee: setConditionSchema,
    tags: setConditionSchema,
    myResponse: oneOrMany(z.enum(RESPONSES)),
    status: oneOrMany(z.enum(STATUSES)),
    color: oneOrMany(word),
    kind: oneOrMany(z.enum([...EVENT_KINDS, ...PERSON_KINDS])),
    allDay: z.boolean(),
    recurring: z.boolean(),
    busy: busySchema,
    hasConflict: z.boolean(),
    external: z.boolean(),
    deleted: z.boolean().describe('in trash'),
    durationMinutes: durationSchema,
    weekday: oneOrMany(z.enum(WEEKDAYS)),
    timeOfDay: timeOfDaySchema,
    createdBy: z.enum(['assistant', 'user']),
    due: timeConditionSchema,
    completed: timeConditionSchema,
    overdue: z.boolean(),
    hasDue: z.boolean(),
    priority: oneOrMany(z.enum(PRIORITIES)),
    parent: oneOrMany(word),
    estimateMinutes: durationSchema,
  })
  .partial()
  .strict();

export type FilterConditions = z.infer<typeof conditionsSchema>;

/** Conditions and logic; sibling keys are ANDed. Times are still text. */
export interface FilterInput extends FilterConditions {
  AND?: FilterInput[] | undefined;
  OR?: FilterInput[] | undefined;
  NOT?: FilterInput | undefined;
}

/** A filter inside AND, OR or NOT; unlike the outermost one, it must not be empty. */
export const nestedFilterSchema: z.ZodType<FilterInput, z.ZodTypeDef, unknown> = z
  .lazy(() => nestedObjectSchema)
  .describe('filter');

const filterObjectSchema = conditions(
  conditionsSchema.extend({
    AND: nonEmptyList(nestedFilterSchema).optional(),
    OR: nonEmptyList(nestedFilterSchema).optional(),
    NOT: nestedFilterSchema.optional(),
  }),
);

const nestedObjectSchema = withRules(filterObjectSchema, notEmpty('A filter inside AND, OR or NOT'));

/** The whole filter grammar, at most 8 levels of logic and 200 filter objects. */
export const filterSchema = withRules(filterObjectSchema, (value, report) => {
  const pending: { readonly filter: unknown; readonly depth: number }[] = [{ filter: value, depth: 0 }];
  let nodes = 0;
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    nodes += 1;
    if (next.depth > MAX_FILTER_DEPTH) {
      return report([], `The filter has more than ${MAX_FILTER_DEPTH} levels of AND, OR and NOT.`);
    }
    if (nodes > MAX_FILTER_NODES) {
      return report(
        [],
        `The filter has more than ${MAX_FILTER_NODES} parts; use {any: […]} for lists of values.`,
      );
    }
    if (!isRecord(next.filter)) continue;
    const { AND, OR, NOT } = next.filter;
    for (const filter of [AND, OR].flatMap((list) => (Array.isArray(list) ? list : [])).concat(NOT ?? [])) {
      pending.push({ filter, depth: next.depth + 1 });
    }
  }
});
