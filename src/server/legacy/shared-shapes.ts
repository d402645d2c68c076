import { z } from 'zod/v3';

const ISO = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?)?$/;

export const isoTime = (what: string) =>
  z.string().regex(ISO, 'must be an ISO 8601 date or time such as 2026-11-24T09:00').describe(what);

export const mailAddress = z
  .string()
  .max(320)
  .regex(/^[^\s@<>"]+@[^\s@<>"]+$/, 'must be a mail address such as ana@example.org');

/** `allDay` of a new event; a start with a time needs no `false`. */
export function saidAllDay(allDay: boolean, start: string): boolean | undefined {
  return !allDay && start.includes('T') ? undefined : allDay;
}
