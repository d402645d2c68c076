import { z } from 'zod/v3';

/** EKAuthorizationStatus. */
export const FULL_ACCESS = 3;

const ruleSchema = z.object({
  /** 0 daily, 1 weekly, 2 monthly, 3 yearly. */
  frequency: z.number(),
  interval: z.number(),
  /** 1 Sunday … 7 Saturday; 0 not set. */
  weekStart: z.number(),
  /** Weekday, 1 Sunday … 7 Saturday, and its position in the month or year; 0 means every. */
  days: z.array(z.tuple([z.number(), z.number()])),
  monthDays: z.array(z.number()),
  months: z.array(z.number()),
  weeks: z.array(z.number()),
  yearDays: z.array(z.number()),
  positions: z.array(z.number()),
  /** 0: no count. */
  count: z.number(),
  until: z.number().nullable(),
});

const personSchema = z.object({
  url: z.string().nullable(),
  name: z.string().nullable(),
  status: z.number(),
  role: z.number(),
  type: z.number(),
  self: z.boolean(),
});

const alarmSchema = z.object({
  date: z.number().nullable(),
  /** Seconds from the start. */
  offset: z.number().nullable(),
  /** 0 display, 1 audio, 2 procedure, 3 email. */
  type: z.number(),
  near: z.boolean(),
});

const eventSchema = z.object({
  uid: z.string().nullable(),
  item: z.string(),
  calendar: z.string(),
  title: z.string(),
  place: z.string(),
  point: z.tuple([z.number(), z.number()]).nullable(),
  notes: z.string(),
  link: z.string(),
  start: z.number(),
  end: z.number(),
  allDay: z.boolean(),
  /** Null for a floating time. */
  zone: z.string().nullable(),
  availability: z.number(),
  status: z.number(),
  rules: z.array(ruleSchema),
  detached: z.boolean(),
  occurrence: z.number().nullable(),
  alarms: z.array(alarmSchema),
  organizer: personSchema.nullable(),
  guests: z.array(personSchema),
  created: z.number().nullable(),
  modified: z.number().nullable(),
});

/** A date, or a time with its zone; null zone for a floating time. */
const momentSchema = z.object({
  /** Year, month, day; for a time also hour and minute. */
  parts: z.array(z.number()).min(3).max(5),
  zone: z.string().nullable(),
});

const taskSchema = z.object({
  item: z.string(),
  uid: z.string().nullable(),
  list: z.string(),
  title: z.string(),
  notes: z.string(),
  place: z.string(),
  link: z.string(),
  priority: z.number(),
  done: z.boolean(),
  doneAt: z.number().nullable(),
  due: momentSchema.nullable(),
  start: momentSchema.nullable(),
  rules: z.array(ruleSchema),
  alarms: z.array(alarmSchema),
  created: z.number().nullable(),
  modified: z.number().nullable(),
});

const calendarSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** 0 local, 1 CalDAV, 2 Exchange, 3 subscription, 4 birthdays. */
  kind: z.number(),
  color: z.string().nullable(),
  account: z.string(),
  writable: z.boolean(),
  fixed: z.boolean(),
  subscribed: z.boolean(),
  first: z.boolean(),
});

export const headSchema = z.object({
  n: z.number(),
  status: z.number(),
  /** The Mac's zone. */
  zone: z.string().nullable(),
  changed: z.boolean(),
  error: z.string().optional(),
  number: z.number().optional(),
});

/** Answers by operation, without the head. */
export const ANSWERS = {
  status: z.object({}),
  request: z.object({}),
  refresh: z.object({}),
  calendars: z.object({ calendars: z.array(calendarSchema) }),
  events: z.object({
    events: z.array(eventSchema),
    dates: z.record(z.array(z.number())),
    masters: z.array(eventSchema),
    next: z.number().optional(),
  }),
  object: z.object({ event: eventSchema.nullable() }),
  /** EventKit's identifier of the last event, unless removed. */
  write: z.object({ uid: z.string().optional() }),
  'calendar.create': z.object({ calendar: z.string() }),
  'calendar.update': z.object({ calendar: z.string() }),
  'calendar.remove': z.object({}),
  'tasks.lists': z.object({ lists: z.array(calendarSchema) }),
  'tasks.list': z.object({ tasks: z.array(taskSchema) }),
  'tasks.read': z.object({ task: taskSchema }),
  'tasks.save': z.object({ task: taskSchema }),
  'tasks.remove': z.object({}),
} as const;

export type Operation = keyof typeof ANSWERS;
export type AnswerOf<O extends Operation> = z.infer<(typeof ANSWERS)[O]>;
export type Head = z.infer<typeof headSchema>;
export type EventRecord = z.infer<typeof eventSchema>;
export type RuleRecord = z.infer<typeof ruleSchema>;
export type PersonRecord = z.infer<typeof personSchema>;
export type TaskRecord = z.infer<typeof taskSchema>;
export type TaskMoment = z.infer<typeof momentSchema>;
export type CalendarRecord = z.infer<typeof calendarSchema>;

/** EKEntityType of a permission. */
export const EVENTS = 0;
export const REMINDERS = 1;

/** Text that the script compares before a change: the whole record without its stamps. */
export function guardText(record: EventRecord | TaskRecord): string {
  return JSON.stringify({ ...record, created: null, modified: null });
}

/** Identity of a series and its changed occurrences; equal to the one in the script. */
export function kitKey({ uid, item }: EventRecord): string {
  return uid === null || uid === '' ? item : uid.replace(/\/RID=\d+$/, '');
}
