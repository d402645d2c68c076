import { z } from 'zod/v3';
import { COLOR_NAMES } from '../model/color-names.js';
import { EVENT_KINDS } from '../model/event.js';
import { TASK_STATUSES } from '../model/task.js';
import { busySchema, EVENT_STATUSES } from './filter.js';
import { recurrenceSchema } from './recurrence.js';
import { nonEmptyList, withRules } from './rules.js';
import { taskFields } from './task-keys.js';

export const text = z.string();
export const name = z.string().min(1);

export const email = z
  .string()
  .max(320)
  .regex(
    /^[^\s@<>"]+@[^\s@<>"]+$/,
    'must be an address such as "ana@example.org"; for that of a name, read events with filter attendee',
  );

/** `room` and `resource` are not people (CUTYPE). `optional: true` is short for `role: "optional"`. */
const optionalFlagSchema = z.boolean();

const attendeeObjectSchema = withRules(
  z
    .object({
      email: email.optional(),
      name: text.optional(),
      expand: z.boolean().optional(),
      role: z.enum(['required', 'optional', 'chair', 'non_participant', 'room', 'resource']).optional(),
      optional: optionalFlagSchema.optional(),
    })
    .strict(),
  (value, report) => {
    if (value.email === undefined && (typeof value.name !== 'string' || value.name.trim() === '')) {
      report(['email'], '`email` is required, or a `name` that is looked up.', { isMissing: true });
    }
    if (value.expand !== undefined && value.email !== undefined) {
      report(['expand'], 'Only a group that is looked up by its `name` can be expanded.', {
        fix: { kind: 'remove' },
      });
    }
  },
  (value, report) => {
    if (value.role !== undefined && value.optional !== undefined) {
      report(['optional'], '`role` already says whether the person is optional.', {
        fix: { kind: 'remove' },
      });
    }
  },
);

/** An address, or a name to look up. */
export const personSchema = z
  .string()
  .max(320)
  .regex(
    /^(?:[^\s@<>"]+@[^\s@<>"]+|[^@<>"]*[^\s@<>"][^@<>"]*)$/,
    'must be an address such as "ana@example.org", or a name from the address book or events',
  );

/** A person to invite: an object, a plain address or a name. */
export const attendeeSchema = z.union([attendeeObjectSchema, personSchema]);
export type AttendeeEntry = z.infer<typeof attendeeSchema>;

const minutesBefore = z.number().int().min(-527_040).max(527_040);

/** Minutes before the start, or an object with the type of reminder. */
export const reminderSchema = z.union([
  minutesBefore,
  z.object({ minutesBefore, type: z.enum(['display', 'email', 'audio']).optional() }).strict(),
]);
export type ReminderEntry = z.infer<typeof reminderSchema>;

const attendees = z.array(attendeeSchema).max(1000);
const reminders = z.array(reminderSchema).max(50).describe('minutes before');
const tags = z.array(name).max(200);

/** The link to a call, alone or with its label and features. */
const conferenceSchema = z.union([
  text,
  z
    .object({
      url: text,
      label: text.max(200).optional(),
      features: nonEmptyList(
        z.enum(['audio', 'chat', 'feed', 'moderator', 'phone', 'screen', 'video']),
      ).optional(),
    })
    .strict(),
]);

/** A file as a link, alone or with its name. */
export const attachmentSchema = z.union([
  text,
  z.object({ url: text, name: name.max(200).optional(), type: name.max(200).optional() }).strict(),
]);
export type AttachmentEntry = z.infer<typeof attachmentSchema>;
const attachments = z.array(attachmentSchema).max(50);

/** The color of one event: iCalendar only supports names. */
const eventColor = z
  .string()
  .regex(
    new RegExp(`^\\s*(?:${[...COLOR_NAMES.keys()].join('|')})\\s*$`, 'i'),
    'must be the name of a color such as "green"',
  );

/** The caller's own values. */
const metadata = z.record(z.string());

/** Fields of a new event that `null` can clear later. */
export const details = {
  location: text,
  description: text,
  url: text,
  conference: conferenceSchema,
  status: z.enum([...EVENT_STATUSES, ...TASK_STATUSES.filter((status) => status !== 'cancelled')]),
  busy: busySchema,
  visibility: z.enum(['public', 'private', 'confidential']),
  attendees,
  reminders,
  recurrence: recurrenceSchema.describe('also dayOfMonth, monthOfYear, nth'),
  tags,
  attachments,
  color: eventColor,
  kind: z.enum(EVENT_KINDS),
  metadata,
  ...taskFields,
};
