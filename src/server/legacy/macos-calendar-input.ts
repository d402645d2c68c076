import { z } from 'zod/v3';

/** Limit of events per call, from the batch limit. */
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

/** A new event; an all-day end is the last day. */
export const eventShape = {
  title: requiredText('Event title'),
  startDate: momentText('Start, YYYY-MM-DD HH:MM'),
  endDate: momentText('End, YYYY-MM-DD HH:MM'),
  description: z.string().describe('Notes').default(''),
  location: z.string().describe('Place').default(''),
  allDay: z.boolean().describe('Whole days: times are ignored and the end day is included').default(false),
};

const event = z.object(eventShape);

/** One of several events. `problemIn` checks its times, because one mistake must not refuse the others. */
export const listedEvent = event
  .extend({ title: z.string().trim(), startDate: z.string(), endDate: z.string() })
  .strict();

/** Problem of one of several events; undefined if there is none. */
export function problemIn(given: EventInput): string | undefined {
  const parsed = event.safeParse(given);
  if (!parsed.success) {
    const [
      {
        path: [name],
        message,
      } = { path: [], message: '' },
    ] = parsed.error.issues;
    return name === 'title' ? '`title` is empty.' : `\`${name}\` ${message}.`;
  }
  const { startDate, endDate } = given;
  const wrong = [startDate, endDate].find((text) => !isMoment(text));
  if (wrong !== undefined) return `There is no such ${wrong === startDate ? 'start' : 'end'}.`;
  return endDate.slice(0, 10) < startDate.slice(0, 10) || (!given.allDay && endDate < startDate)
    ? 'The event ends before it starts.'
    : undefined;
}

/** True if the date and the time exist. */
function isMoment(text: string): boolean {
  const iso = `${text.slice(0, 10)}T${text.slice(11) || '00:00'}`;
  const moment = Date.parse(`${iso}Z`);
  return !Number.isNaN(moment) && new Date(moment).toISOString().startsWith(iso);
}

export type EventInput = z.output<typeof event>;
