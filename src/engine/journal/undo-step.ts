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
    /** It came out of the trash, where it was as one of this calendar, and goes back there. */
    restored: z.object({ id: z.string(), name: z.string(), account: z.string() }).optional(),
  }),
  /** `former`: the version that `before` was. */
  z.object({
    kind: z.literal('replaced'),
    ...place,
    uid: z.string(),
    before: z.string(),
    former,
    /** Part of a series was deleted: as `forGood` of a deleted event. */
    forGood: z.literal(true).optional(),
  }),
  z.object({
    kind: z.literal('deleted'),
    calendarId: z.string(),
    uid: z.string(),
    before: z.string(),
    former,
    /** Taken back only when the mutation it is part of fails, and never kept. */
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
  /** Only what was changed: as it was, and as it was stored. */
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
    /** As `forGood` of an event. */
    forGood: z.literal(true).optional(),
  }),
]);

/** One applied change as it is kept, with what is needed to take it back. */
export const stepSchema = z.union([eventStepSchema, calendarStepSchema]);

/** One applied change of an event. */
export type EventStep = z.infer<typeof eventStepSchema>;
/** One applied change of a calendar itself. The events of a deleted one are steps before it. */
export type CalendarStep = z.infer<typeof calendarStepSchema>;
export type UndoStep = EventStep | CalendarStep;

export function isCalendarStep(step: UndoStep): step is CalendarStep {
  return !('uid' in step);
}
