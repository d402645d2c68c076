import { z } from 'zod/v3';
import { lacking } from './shared-shapes.js';

const calendar = z.string();
const count = z.number().int();

const event = z
  .object({
    title: z.string(),
    startDate: z.string(),
    endDate: z.string(),
    description: z.string(),
    location: z.string(),
  })
  .strict();

/** Lists of events begin with what was asked. */
const eventList = (asked: z.ZodRawShape) =>
  z.object({ calendar, ...asked, events: z.array(event), ...lacking }).strict();

const createdEvent = z
  .object({
    success: z.boolean(),
    title: z.string(),
    startDate: z.string().optional(),
    endDate: z.string().optional(),
    allDay: z.boolean().optional(),
    error: z.string().optional(),
  })
  .strict();

const correction = z
  .object({
    keyword: z.string(),
    fixedCount: count,
    newStartTime: z.string().optional(),
    newEndTime: z.string().optional(),
    error: z.string().optional(),
  })
  .strict();

/** What these tools answer when they worked. */
export const ANSWERS = {
  calendars: z.object({ calendars: z.array(z.string()), ...lacking }).strict(),
  created: z
    .object({ success: z.literal(true), calendar, event: event.extend({ allDay: z.boolean() }) })
    .strict(),
  createdBatch: z
    .object({ successCount: count, failCount: count, calendar, results: z.array(createdEvent) })
    .strict(),
  deleted: z
    .object({
      deletedCount: count,
      keyword: z.string(),
      calendar,
      failCount: count.optional(),
      errors: z.array(z.string()).optional(),
      ...lacking,
    })
    .strict(),
  today: eventList({}),
  week: eventList({ weekStart: z.string() }),
  found: eventList({ query: z.string() }),
  fixed: z
    .object({
      successCount: count,
      failCount: count,
      calendar,
      datePattern: z.string(),
      results: z.array(correction),
      ...lacking,
    })
    .strict(),
};
