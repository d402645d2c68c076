import { z } from 'zod/v3';
import { TASK_STATUSES } from '../model/task.js';
import { busySchema, EVENT_STATUSES } from './filter.js';
import { recurrenceSchema } from './recurrence.js';
import { withRules } from './rules.js';
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

/** `optional: true` is another way to say `role: "optional"`. */
export const optionalFlagSchema = z.boolean();

const attendeeObjectSchema = withRules(
  z
    .object({
      email,
      name: text.optional(),
      role: z.enum(['required', 'optional', 'chair', 'non_participant']).optional(),
      optional: optionalFlagSchema.optional(),
    })
    .strict(),
  (value, report) => {
    if (value.role !== undefined && value.optional !== undefined) {
      report(['optional'], '`role` already says whether the person is optional.', {
        fix: { kind: 'remove' },
      });
    }
  },
);

/** A person to invite: an object or a plain address. */
export const attendeeSchema = z.union([attendeeObjectSchema, email]);
export type AttendeeEntry = z.infer<typeof attendeeSchema>;

const minutesBefore = z.number().int().min(-527_040).max(527_040);

/** Minutes before the start, or an object that also says how to remind. */
export const reminderSchema = z.union([
  minutesBefore,
  z.object({ minutesBefore, type: z.enum(['display', 'email', 'audio']).optional() }).strict(),
]);
export type ReminderEntry = z.infer<typeof reminderSchema>;

const attendees = z.array(attendeeSchema).max(1000);
const reminders = z.array(reminderSchema).max(50).describe('minutes before');
const tags = z.array(name).max(200);

/** Values a caller keeps with an event. */
const metadata = z.record(z.string());

/** What can be given to a new event and cleared from one by `null`. */
export const details = {
  location: text,
  description: text,
  url: text,
  conference: text,
  status: z.enum([...EVENT_STATUSES, ...TASK_STATUSES.filter((status) => status !== 'cancelled')]),
  busy: busySchema,
  visibility: z.enum(['public', 'private', 'confidential']),
  attendees,
  reminders,
  recurrence: recurrenceSchema.describe('also dayOfMonth, monthOfYear, nth'),
  tags,
  metadata,
  ...taskFields,
};
