import { z } from 'zod/v3';
import { personSchema } from './event-details.js';
import {
  clockTextSchema,
  filterSchema,
  type TimeCondition,
  timeConditionSchema,
  WEEKDAYS,
} from './filter.js';
import { keysOnlyOf } from './kind-of-filter.js';
import { timezoneSchema } from './query.js';
import { type CrossFieldRule, conditions, nonEmptyList, withRules } from './rules.js';

export const DEFAULT_DURATION_MINUTES = 30;
export const MAX_ATTENDEES = 50;
/** 60 days. */
const MAX_NOTICE_MINUTES = 86_400;
export const TIME_STATS_GROUPS = [
  'day',
  'week',
  'month',
  'calendar',
  'tag',
  'person',
  'weekday',
  'title',
] as const;

export const TREND_GROUPS = ['week', 'month'] as const;

export const PARTS_OF_DAY = ['morning', 'afternoon', 'evening'] as const;
export type PartOfDay = (typeof PARTS_OF_DAY)[number];

/** Hours for meetings; an end before the start is after midnight. */
const hoursSchema = withRules(
  z
    .object({
      start: clockTextSchema.describe('HH:MM'),
      end: clockTextSchema,
      days: nonEmptyList(z.enum(WEEKDAYS), 7).optional(),
      timezone: timezoneSchema.optional(),
    })
    .strict(),
  (value, report) => {
    const { start, end } = value;
    if (typeof start === 'string' && start === end) {
      report([], 'Working hours must not end when they start; a whole day is 00:00 to 24:00.', {
        fix: { kind: 'set', value: { ...value, start: '09:00', end: '17:00' } },
      });
    }
  },
);

/** Hours for all days, or several with some days each; `days` default to the configured ones. */
export const workingHoursSchema = z.union([hoursSchema, nonEmptyList(hoursSchema, 14)]);
export type WorkingHoursInput = z.infer<typeof workingHoursSchema>;

/** The filter of an analysis: the grammar of calendar_read. */
export const scopeFiltersSchema = filterSchema.describe('as calendar_read');

export const scopeSchema = conditions(
  z
    .object({
      when: timeConditionSchema,
      calendars: nonEmptyList(z.string().min(1)),
      filters: scopeFiltersSchema,
    })
    .partial()
    .strict(),
);
export type ScopeInput = z.infer<typeof scopeSchema>;

export const ANALYSIS_DEFAULTS = {
  availability: { when: 'next 7 days', limit: 10 },
  conflicts: { when: 'next 7 days', limit: 10 },
  time_stats: { when: 'last 30 days', limit: 50 },
  meeting_trends: { when: { after: 'startOfWeek-8w', before: 'startOfWeek' }, limit: 20 },
  attention: { when: 'next 14 days', limit: 10 },
  patterns: { when: 'last 90 days', limit: 5 },
  schedule_health: { when: 'this week', limit: 10 },
  recurring_events: { when: 'any', limit: 25 },
  series_review: { when: 'any', limit: 8 },
  duplicates: { when: 'next 30 days', limit: 5 },
  plan_tasks: { when: 'next 7 days', limit: 25 },
  parse_text: { when: { between: ['today-60days', 'today+60days'] }, limit: 20 },
} as const satisfies Readonly<Record<string, { readonly when: TimeCondition; readonly limit: number }>>;

const allDaySchema = z.boolean().describe('availability, conflicts');

const common = { timezone: timezoneSchema.optional() };

/** Filters apply to the kind that the analysis counts or plans. */
function ofKind(type: string): CrossFieldRule {
  const [kind, other] =
    type === 'plan_tasks' ? (['tasks', 'events'] as const) : (['events', 'tasks'] as const);
  return ({ filters }, report) => {
    for (const { path, key } of keysOnlyOf(other, filters)) {
      report(['filters', ...path], `\`${key}\` is a filter of ${other}, and ${type} asks for ${kind}.`, {
        fix: { kind: 'remove' },
      });
    }
  };
}

function ofEvents<Type extends keyof typeof ANALYSIS_DEFAULTS, Params extends z.ZodRawShape>(
  type: Type,
  params: Params,
) {
  return z
    .object({
      type: z.literal(type),
      scope: withRules(scopeSchema, ofKind(type)).optional(),
      ...common,
      params: z
        .object({ ...params, limit: z.number().int().min(1).max(500), offset: z.number().int().min(0) })
        .partial()
        .strict()
        .optional(),
    })
    .strict();
}

/** The input of calendar_analyze, one form for each `type`. */
export const analysisSchema = z.discriminatedUnion('type', [
  ofEvents('availability', {
    durationMinutes: z.number().int().min(1).max(10_080),
    workingHours: workingHoursSchema,
    bufferMinutes: z.number().int().min(0).max(1440),
    earliest: clockTextSchema,
    latest: clockTextSchema,
    prefer: z.enum(PARTS_OF_DAY),
    noticeMinutes: z.number().int().min(0).max(MAX_NOTICE_MINUTES),
    allDay: allDaySchema,
    tentative: z.boolean(),
    attendees: nonEmptyList(personSchema, MAX_ATTENDEES),
    rooms: z.union([z.number().int().min(1).max(10), nonEmptyList(personSchema, MAX_ATTENDEES)]),
  }),
  ofEvents('conflicts', { allDay: allDaySchema }),
  ofEvents('time_stats', { groupBy: z.enum(TIME_STATS_GROUPS), evidence: z.boolean() }),
  ofEvents('meeting_trends', { groupBy: z.enum(TREND_GROUPS), evidence: z.boolean() }),
  ofEvents('attention', {}),
  ofEvents('patterns', {}),
  ofEvents('schedule_health', { workingHours: workingHoursSchema, evidence: z.boolean() }),
  ofEvents('recurring_events', { operation: z.enum(['analyze', 'patterns']) }),
  ofEvents('series_review', { operation: z.enum(['list', 'update']), id: z.string().min(1) }),
  ofEvents('duplicates', {}),
  ofEvents('plan_tasks', {
    durationMinutes: z.number().int().min(1).max(10_080),
    splitMinutes: z.number().int().min(1).max(1440),
    workingHours: workingHoursSchema,
    bufferMinutes: z.number().int().min(0).max(1440),
    earliest: clockTextSchema,
    latest: clockTextSchema,
    prefer: z.enum(PARTS_OF_DAY),
  }),
  ofEvents('parse_text', { text: z.string().min(1) }),
  z.object({ type: z.literal('status'), params: z.object({}).strict().optional(), ...common }).strict(),
  z
    .object({
      type: z.literal('help'),
      params: z
        .object({ topic: z.string().min(1).max(100) })
        .partial()
        .strict()
        .optional(),
      ...common,
    })
    .strict(),
]);
export type AnalysisInput = z.infer<typeof analysisSchema>;

export const ANALYSIS_TYPES: readonly string[] = analysisSchema.options.map(({ shape }) => shape.type.value);

export type EventAnalysisType = keyof typeof ANALYSIS_DEFAULTS;
export type AnalysisParams<Type extends EventAnalysisType> = NonNullable<
  Extract<AnalysisInput, { readonly type: Type }>['params']
>;
