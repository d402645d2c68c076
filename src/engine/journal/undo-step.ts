import { z } from 'zod/v3';

const former = z.object({ href: z.string(), etag: z.string() });
const place = { calendarId: z.string(), href: z.string(), etag: z.string() };
const labels = z.object({
  name: z.string().optional(),
  color: z.string().optional(),
  description: z.string().optional(),
});

const eventStepSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('created'),
    ...place,
    uid: z.string(),
    ics: z.string(),
    /** Came from the trash of this calendar, and goes back there. */
    restored: z.object({ id: z.string(), name: z.string(), account: z.string() }).optional(),
  }),
  /** `former`: the version of `before`. */
  z.object({
    kind: z.literal('replaced'),
    ...place,
    uid: z.string(),
    before: z.string(),
    former,
    /** Part of a series was deleted; like `forGood` of a deleted event. */
    forGood: z.literal(true).optional(),
  }),
  z.object({
    kind: z.literal('deleted'),
    calendarId: z.string(),
    uid: z.string(),
    before: z.string(),
    former,
    /** Undone only if its own call fails, and never stored. */
    forGood: z.literal(true).optional(),
  }),
  z.object({
    kind: z.literal('moved'),
    ...place,
    toCalendarId: z.string(),
    uid: z.string(),
    before: z.string(),
    former,
  }),
]);

const calendarStepSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('calendar-created'), calendarId: z.string() }),
  /** Only the changed labels: before the change, and as stored. */
  z.object({
    kind: z.literal('calendar-updated'),
    calendarId: z.string(),
    before: labels,
    after: labels,
  }),
  z.object({
    kind: z.literal('calendar-deleted'),
    calendarId: z.string(),
    account: z.string(),
    href: z.string(),
    labels: labels.extend({ name: z.string(), holds: z.array(z.string()).optional() }),
    /** Like `forGood` of an event. */
    forGood: z.literal(true).optional(),
  }),
]);

/** One applied change as stored, with what is needed to undo it. */
export const stepSchema = z.union([eventStepSchema, calendarStepSchema]);

export type EventStep = z.infer<typeof eventStepSchema>;
/** One applied change of a calendar. The events of a deleted calendar are steps before it. */
export type CalendarStep = z.infer<typeof calendarStepSchema>;
export type UndoStep = EventStep | CalendarStep;

export function isCalendarStep(step: UndoStep): step is CalendarStep {
  return !('uid' in step);
}
