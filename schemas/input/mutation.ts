import { z } from 'zod/v3';
import { type CalendarMutationInput, calendarItemSchema, confirmTokenSchema } from './calendar-mutation.js';
import {
  attachmentSchema,
  attendeeSchema,
  details,
  name,
  personSchema,
  reminderSchema,
  text,
} from './event-details.js';
import { timeTextSchema } from './filter.js';
import { timezoneSchema } from './query.js';
import { recurrenceChangesSchema } from './recurrence.js';
import { type CrossFieldRule, nonEmptyList, notEmpty, withRules } from './rules.js';
import { selection } from './selection.js';
import { MAX_DURATION_MINUTES } from './task-keys.js';

export const MAX_BATCH = 100;
/** A year. */
const LONGEST_SHIFT = 527_040;
const shift = z
  .number()
  .int()
  .min(-LONGEST_SHIFT)
  .max(LONGEST_SHIFT)
  .refine((minutes) => minutes !== 0, 'must not be 0');

/** Required properties of an event: a change cannot clear them. */
const placement = {
  start: timeTextSchema.describe('date or date-time'),
  end: timeTextSchema,
  durationMinutes: z.number().int().min(0).max(MAX_DURATION_MINUTES),
  allDay: z.boolean(),
  timezone: timezoneSchema,
  calendar: name,
};

const oneLength: CrossFieldRule = (value, report) => {
  if (value.end !== undefined && value.due !== undefined)
    report(['end'], 'A task ends when it is due: leave out `end`.', { fix: { kind: 'remove' } });
  if (value.end !== undefined && value.durationMinutes !== undefined) {
    report(['durationMinutes'], 'Give `end` or `durationMinutes`, not both.', { fix: { kind: 'remove' } });
  }
};

export const eventFieldsSchema = z
  .object({ title: z.string().trim().min(1), ...placement, due: timeTextSchema, ...details })
  .partial()
  .required({ title: true })
  .strict();

export const eventDataSchema = withRules(eventFieldsSchema, oneLength);
export type EventDataInput = z.infer<typeof eventDataSchema>;

/** Relative changes, with the absolute ones that they exclude. */
const BY_HOW_MUCH = [
  ['shiftMinutes', ['start', 'end']],
  ['extendMinutes', ['end', 'durationMinutes']],
] as const;

const clearable = z.object({ title: text, ...details }).partial();

/** Changes to an event; `null` clears. */
export const eventChangesSchema = withRules(
  z
    .object({
      title: clearable.shape.title.nullable(),
      ...placement,
      start: placement.start.nullable(),
      due: timeTextSchema.nullable(),
      shiftMinutes: shift,
      extendMinutes: shift,
      location: clearable.shape.location.nullable(),
      description: clearable.shape.description.nullable(),
      url: clearable.shape.url.nullable(),
      conference: clearable.shape.conference.nullable(),
      status: clearable.shape.status.nullable(),
      busy: clearable.shape.busy.nullable(),
      visibility: clearable.shape.visibility.nullable(),
      attendees: clearable.shape.attendees.nullable(),
      reminders: clearable.shape.reminders.nullable(),
      recurrence: recurrenceChangesSchema.nullable(),
      tags: clearable.shape.tags.nullable(),
      attachments: clearable.shape.attachments.nullable(),
      color: clearable.shape.color.nullable(),
      kind: clearable.shape.kind.nullable(),
      metadata: clearable.shape.metadata.nullable(),
      priority: clearable.shape.priority.nullable(),
      percent: clearable.shape.percent.nullable(),
      parent: clearable.shape.parent.nullable(),
      estimateMinutes: clearable.shape.estimateMinutes.nullable(),
      addDescription: clearable.shape.description,
      addAttendees: nonEmptyList(attendeeSchema),
      removeAttendees: nonEmptyList(personSchema),
      addTags: nonEmptyList(name),
      removeTags: nonEmptyList(name),
      addAttachments: nonEmptyList(attachmentSchema, 50),
      removeAttachments: nonEmptyList(name),
      addReminders: nonEmptyList(reminderSchema, 50),
      removeReminders: nonEmptyList(reminderSchema, 50),
    })
    .partial()
    .strict(),
  notEmpty('`changes`'),
  oneLength,
  (value, report) => {
    for (const [by, keys] of BY_HOW_MUCH) {
      for (const key of keys) {
        if (value[by] !== undefined && value[key] !== undefined)
          report([by], `Give \`${key}\` or \`${by}\`, not both.`);
      }
    }
  },
  (value, report) => {
    for (const field of ['description', 'attendees', 'tags', 'reminders', 'attachments']) {
      const upper = `${field.charAt(0).toUpperCase()}${field.slice(1)}`;
      for (const partial of [`add${upper}`, `remove${upper}`]) {
        if (value[field] !== undefined && value[partial] !== undefined) {
          report([partial], `\`${field}\` replaces all there is; leave out \`${partial}\`.`, {
            fix: { kind: 'remove' },
          });
        }
      }
    }
  },
).describe(
  'any field of data; also shiftMinutes, extendMinutes, addDescription, addAttendees, removeAttendees (likewise Tags, Reminders, Attachments: https links)',
);
export type EventChangesInput = z.infer<typeof eventChangesSchema>;

/** Options of every operation. Calendars themselves have another schema. */
const options = {
  target: z.enum(['event']).optional(),
  type: z.enum(['event', 'task']).optional(),
  dryRun: z.boolean().optional(),
  allowConflicts: z.boolean().optional(),
  idempotencyKey: z.string().min(1).max(200).optional(),
  ifMatch: z.string().min(1).max(500).optional(),
  fields: nonEmptyList(z.string().min(1)).optional(),
  timezone: timezoneSchema.optional(),
};

/** Invites new people on the event. */
const inviting = { notify: z.boolean().optional() };

const { scope: _, ...naming } = selection;
/** Includes subtasks. */
const withParts = { children: z.boolean().optional() };
const changing = { ...selection, changes: eventChangesSchema, ...inviting, ...options };

/** A proposed time, for people to read. */
const { start: newStart, end: newEnd, durationMinutes: newLength } = placement;
const proposalSchema = withRules(
  z.object({ start: newStart, end: newEnd.optional(), durationMinutes: newLength.optional() }).strict(),
  oneLength,
);
export type ProposedTimes = z.infer<typeof proposalSchema>;

const singleOperations = [
  z.object({ operation: z.literal('create'), data: eventDataSchema, ...inviting, ...options }).strict(),
  z.object({ operation: z.literal('update'), ...changing }).strict(),
  z.object({ operation: z.literal('copy'), ...changing }).strict(),
  z
    .object({
      operation: z.literal('delete'),
      ...selection,
      soft: z.boolean().optional(),
      ...withParts,
      ...options,
    })
    .strict(),
  z
    .object({
      operation: z.literal('move'),
      ...selection,
      calendar: name.describe('move, import: target'),
      ...inviting,
      ...options,
    })
    .strict(),
  z
    .object({
      operation: z.literal('respond'),
      ...selection,
      response: z.enum(['accepted', 'declined', 'tentative']),
      comment: z.string().min(1).max(2000).optional(),
      propose: proposalSchema.optional(),
      ...options,
    })
    .strict(),
  z
    .object({
      operation: z.literal('complete'),
      ...selection,
      scope: z.enum(['this', 'all']).optional(),
      completedAt: timeTextSchema.optional(),
      ...withParts,
      ...options,
    })
    .strict(),
  z
    .object({
      operation: z.literal('reopen'),
      ...selection,
      scope: z.enum(['this', 'all']).optional(),
      ...withParts,
      ...options,
    })
    .strict(),
  z
    .object({
      operation: z.literal('restore'),
      ...naming,
      // Accepts `scope` because other operations on an occurrence need it; only `this` makes sense.
      scope: z.literal('this').optional(),
      calendar: name.optional(),
      ...inviting,
      ...options,
    })
    .strict(),
  z
    .object({
      operation: z.literal('undo'),
      undoToken: z.string().min(1).max(500).optional(),
      any: z.boolean().optional(),
      ...options,
    })
    .strict(),
] as const;

const eventItemSchema = z.discriminatedUnion('operation', [...singleOperations]);
/** A change to events other than a batch. */
export type EventItemInput = z.infer<typeof eventItemSchema>;

/** One operation of a batch, on an event or, with that target, on a calendar. */
export const batchItemSchema = z.union([eventItemSchema, calendarItemSchema]).describe('mutation');

/** Users confirm a call as a whole, so the operations of a batch have no token. */
const confirmed = { confirmToken: confirmTokenSchema.optional() };
const [create, update, copy, remove, move, respond, complete, reopen, restore, undo] = singleOperations;

/** A change to events for calendar_write, one form for each `operation`. Times are still text. */
export const mutationSchema = z.discriminatedUnion('operation', [
  create.extend(confirmed),
  update.extend(confirmed),
  copy.extend(confirmed),
  remove.extend(confirmed),
  move.extend(confirmed),
  respond.extend(confirmed),
  complete.extend(confirmed),
  reopen.extend(confirmed),
  restore.extend(confirmed),
  undo.extend(confirmed),
  z
    .object({
      operation: z.literal('batch'),
      operations: nonEmptyList(batchItemSchema, MAX_BATCH),
      atomic: selection.atomic,
      ...options,
      ...confirmed,
    })
    .strict(),
  z
    .object({
      operation: z.literal('import'),
      ics: z.string().min(1),
      calendar: name.optional(),
      allowDuplicates: z.boolean().optional(),
      atomic: selection.atomic,
      target: options.target,
      dryRun: options.dryRun,
      idempotencyKey: options.idempotencyKey,
      timezone: options.timezone,
      ...confirmed,
    })
    .strict(),
  z
    .object({
      operation: z.literal('sync'),
      calendar: name.optional(),
      full: z.boolean().optional(),
      ...options,
    })
    .strict(),
]);
export type EventMutationInput = z.infer<typeof mutationSchema>;

export type MutationInput = EventMutationInput | CalendarMutationInput;
