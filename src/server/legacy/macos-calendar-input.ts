import { z } from 'zod/v3';

/** Most events one of these calls may create or change: the most a batch takes. */
export const MOST_CHANGES = 100;

export const calendarName = (fallback: string) =>
  z.string().min(1).describe('Calendar name').default(fallback);

export const requiredText = (what: string) => z.string().trim().min(1).describe(what);

export const dayText = (what: string) =>
  z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}$/, 'must be a date such as 2026-11-24')
    .describe(what);

export const timeText = (what: string) =>
  z
    .string()
    .regex(/^\d{2}:\d{2}$/, 'must be a time such as 09:30')
    .describe(what);

const momentText = (what: string) =>
  z
    .string()
    .regex(/^\d{4}-\d{2}-\d{2}(?:[ T]\d{2}:\d{2})?$/, 'must be a time such as 2026-11-24 09:00')
    .describe(what);

/** A new event as these tools take it: all-day ends are the last day. */
export const eventShape = {
  title: requiredText('Event title'),
  startDate: momentText('Start, YYYY-MM-DD HH:MM'),
  endDate: momentText('End, YYYY-MM-DD HH:MM'),
  description: z.string().describe('Notes').default(''),
  location: z.string().describe('Place').default(''),
  allDay: z.boolean().describe('Whole days: times are ignored and the end day is included').default(false),
};

const event = z.object(eventShape);

export type EventInput = z.output<typeof event>;
