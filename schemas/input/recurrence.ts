import { z } from 'zod/v3';
import { timeTextSchema, WEEKDAYS } from './filter.js';
import { type CrossFieldRule, nonEmptyList, notEmpty, oneOrMany, withRules } from './rules.js';

export const FREQUENCIES = ['daily', 'weekly', 'monthly', 'yearly'] as const;

const notZero = (limit: number) =>
  z
    .number()
    .int()
    .min(-limit)
    .max(limit)
    .refine((value) => value !== 0, 'must not be 0');

/** `mon`, or with a position in the month or year `1mon`, `-1fri` (RFC 5545 §3.3.10 BYDAY). */
export const weekdayNameSchema = z
  .string()
  .regex(
    new RegExp(`^(?:[+-]?[1-9]\\d?)?(?:${WEEKDAYS.join('|')})$`),
    'must be a day such as "mon", "1mon" or "-1fri"',
  );

/** Position of `daysOfWeek` in the month (or in the year, if yearly without months); -1 is the last. */
export const nthSchema = notZero(53);

const parts = z
  .object({
    frequency: z.enum(FREQUENCIES),
    interval: z.number().int().min(1).max(1000),
    /** ISO weekdays (Monday 1) or names. */
    daysOfWeek: nonEmptyList(z.union([weekdayNameSchema, z.number().int().min(1).max(7)]), 60).describe(
      'mon..sun, or "1mon", "-1fri" in a month',
    ),
    dayOfMonth: oneOrMany(notZero(31)),
    monthOfYear: oneOrMany(z.number().int().min(1).max(12)),
    nth: nthSchema,
    count: z.number().int().min(1).max(100_000),
    /** Last day, inclusive. */
    until: timeTextSchema,
    /** Starts to skip. */
    exclude: nonEmptyList(timeTextSchema),
    rrule: z.string().min(1).max(2000).describe('RFC 5545 instead'),
  })
  .partial()
  .strict();

const consistent: CrossFieldRule = (value, report) => {
  if (value.rrule !== undefined) {
    for (const key of Object.keys(value)) {
      if (key !== 'rrule' && key !== 'exclude') {
        report([key], '`rrule` is the whole rule; put this part into it.', { fix: { kind: 'remove' } });
      }
    }
    return;
  }
  if (value.count !== undefined && value.until !== undefined) {
    report(['count'], 'Give `count` or `until`, not both (RFC 5545 §3.3.10).', { fix: { kind: 'remove' } });
  }
  if (value.nth !== undefined && value.daysOfWeek === undefined) {
    report(['nth'], '`nth` needs `daysOfWeek`: the nth of which day?', { fix: { kind: 'remove' } });
  }
};

const wholeRule: CrossFieldRule = (value, report) => {
  if (value.rrule !== undefined || value.frequency !== undefined) return;
  const byMonth = value.dayOfMonth !== undefined || value.nth !== undefined;
  report(['frequency'], `A recurrence needs a frequency (${FREQUENCIES.join(', ')}) or an rrule.`, {
    fix: {
      kind: 'set',
      value: value.monthOfYear !== undefined ? 'yearly' : byMonth ? 'monthly' : 'weekly',
    },
  });
};

/** A recurrence: parts, or an RRULE value as text with optional exceptions. */
export const recurrenceSchema = withRules(parts, wholeRule, consistent);
export type RecurrenceInput = z.infer<typeof recurrenceSchema>;

/** A new rule, or without `frequency` and `rrule` the parts to replace in the stored one. */
export const recurrenceChangesSchema = withRules(parts, notEmpty('`recurrence`'), consistent);
