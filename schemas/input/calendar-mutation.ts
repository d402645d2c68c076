import { z } from 'zod/v3';
import { COLOR_NAMES } from '../model/color-names.js';
import { timezoneSchema } from './query.js';
import { notEmpty, withRules } from './rules.js';

/** Characters of a name; no list shows more. */
const LONGEST_NAME = 200;
const LONGEST_DESCRIPTION = 1000;

/** Controls, line ends, and characters that hide or reorder text; emoji and some scripts need joiners. */
const HIDDEN = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Noncharacter_Code_Point}]/u;
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

const name = z
  .string()
  .trim()
  .min(1)
  .max(LONGEST_NAME)
  .refine((text) => !HIDDEN.test(text) && VISIBLE.test(text), 'must be visible text on one line');

const description = z
  .string()
  .trim()
  .max(LONGEST_DESCRIPTION)
  .refine((text) => !HIDDEN.test(text), 'must be visible text on one line');

/** A CSS color: a name, or three or six hex digits. */
const color = z
  .string()
  .refine(
    (text) => /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i.test(text) || COLOR_NAMES.has(text.trim().toLowerCase()),
    'must be a color such as "#3366cc" or "green"',
  );

const account = z.string().min(1).max(200);

export const calendarDataSchema = z
  .object({
    title: name,
    color: color.optional(),
    description: description.optional(),
    account: account.optional(),
  })
  .strict();
export type CalendarDataInput = z.infer<typeof calendarDataSchema>;

/** Changes to a calendar; `null` clears. */
export const calendarChangesSchema = withRules(
  z
    .object({
      title: name.optional(),
      color: color.nullable().optional(),
      description: description.nullable().optional(),
    })
    .strict(),
  notEmpty('`changes`'),
);
export type CalendarChangesInput = z.infer<typeof calendarChangesSchema>;

const options = {
  target: z.literal('calendar'),
  dryRun: z.boolean().optional(),
  idempotencyKey: z.string().min(1).max(200).optional(),
  timezone: timezoneSchema.optional(),
};

/** Id, name or `account/name` of a calendar. */
const id = z.string().min(1).max(1000);

/** The token of a pending action that the user confirmed. */
export const confirmTokenSchema = z.string().min(1).max(500);

const operations = [
  z
    .object({
      operation: z.literal('create'),
      data: calendarDataSchema,
      /** The kind of its entries. */
      type: z.enum(['event', 'task']).optional(),
      ...options,
    })
    .strict(),
  z.object({ operation: z.literal('update'), id, changes: calendarChangesSchema, ...options }).strict(),
  z.object({ operation: z.literal('delete'), id, soft: z.boolean().optional(), ...options }).strict(),
] as const;
const [create, update, remove] = operations;
const confirmed = { confirmToken: confirmTokenSchema.optional() };

/** A change to a calendar as an operation of a batch, which is confirmed as a whole. */
export const calendarItemSchema = z.discriminatedUnion('operation', [...operations]);
export type CalendarItemInput = z.infer<typeof calendarItemSchema>;

/** A change to a calendar itself, for calendar_write with target `calendar`. */
export const calendarMutationSchema = z.discriminatedUnion('operation', [
  create.extend(confirmed),
  update.extend(confirmed),
  remove.extend(confirmed),
]);
export type CalendarMutationInput = z.infer<typeof calendarMutationSchema>;
