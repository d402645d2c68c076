import { isoWeekday, printDate } from '../../../compilers/time/civil.js';
import type { Zone } from '../../../compilers/time/zone.js';

export type Json = Readonly<Record<string, unknown>>;

/** Dates relative to today. */
export interface DemoDays {
  /** `2026-11-24`, offset in days from today. */
  day(offset: number): string;
  /** Working day number `count` from today; 0 is today or the next working day. */
  workday(count: number): string;
  /** Converts a local time to UTC, with `Z`. */
  utc(date: string, time: string): string;
}

/** `today` is a day number in `zone`. */
export function demoDays(today: number, zone: Zone): DemoDays {
  return {
    utc: (date, time) => new Date(zone.toInstant(Date.parse(`${date}T${time}Z`))).toISOString(),
    day: (offset) => printDate(today + offset),
    workday(count) {
      let day = today;
      for (let left = count; ; day++) {
        if (isoWeekday(day) > 5) continue;
        if (left === 0) return printDate(day);
        left--;
      }
    },
  };
}

const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri'];
const ana = { email: 'ana@example.org', name: 'Ana' };
const tom = { email: 'tom@example.org', name: 'Tom' };

/** Two lively weeks as `data` of `create`, with a bit of everything a calendar can hold. */
export function demoEvents(days: DemoDays): readonly Json[] {
  return [...eventsOfWork(days), ...eventsOfLeisure(days)];
}

function eventsOfWork({ day, workday, utc }: DemoDays): readonly Json[] {
  return [
    {
      calendar: 'Work',
      title: 'Team standup',
      start: `${day(-14)}T09:30`,
      durationMinutes: 15,
      recurrence: { frequency: 'weekly', daysOfWeek: WEEKDAYS },
      attendees: [ana, tom],
      tags: ['team'],
    },
    {
      calendar: 'Work',
      title: 'Design review',
      start: `${workday(1)}T14:00`,
      end: `${workday(1)}T15:00`,
      location: 'Room 2',
      description: 'Second round: the settings page.',
      attendees: [ana, { ...tom, role: 'optional' }],
      reminders: [10],
      tags: ['design'],
    },
    {
      calendar: 'Work',
      title: 'Budget call',
      start: `${workday(1)}T14:30`,
      durationMinutes: 45,
      status: 'tentative',
      attendees: ['finance@example.org'],
    },
    {
      calendar: 'Work',
      title: 'Focus: quarterly report',
      start: `${workday(2)}T13:00`,
      durationMinutes: 180,
      tags: ['focus'],
      visibility: 'private',
    },
    {
      calendar: 'Work',
      title: 'Call with the Tokyo office',
      // Starts at 08:00 local time, but keeps the Tokyo time zone.
      start: utc(workday(2), '08:00'),
      timezone: 'Asia/Tokyo',
      durationMinutes: 45,
      conference: 'https://meet.example.org/tokyo',
      tags: ['partners'],
    },
    {
      calendar: 'Work',
      title: '1:1 with Ana',
      start: `${workday(3)}T11:00`,
      durationMinutes: 30,
      attendees: [ana],
      recurrence: { frequency: 'weekly', interval: 2 },
    },
  ];
}

function eventsOfLeisure({ day, workday }: DemoDays): readonly Json[] {
  return [
    // Personal
    {
      calendar: 'Personal',
      title: 'Morning run',
      start: `${day(-7)}T07:00`,
      durationMinutes: 45,
      recurrence: { frequency: 'weekly', daysOfWeek: ['tue', 'thu', 'sat'] },
    },
    {
      calendar: 'Personal',
      title: 'Dentist',
      start: `${workday(2)}T12:00`,
      durationMinutes: 45,
      location: 'Kirchstraße 12',
      reminders: [60, 1440],
    },
    {
      calendar: 'Personal',
      title: 'Concert in the park',
      start: `${day(5)}T20:00`,
      durationMinutes: 150,
      status: 'cancelled',
    },
    // Family
    {
      calendar: 'Family',
      title: 'School pick-up',
      start: `${day(-7)}T15:30`,
      durationMinutes: 30,
      recurrence: { frequency: 'weekly', daysOfWeek: ['mon', 'wed'] },
    },
    {
      calendar: 'Family',
      title: 'Grandparents visit',
      start: day(4),
      end: day(6),
      allDay: true,
      busy: false,
    },
    {
      calendar: 'Family',
      title: 'Mia’s birthday 🎂',
      start: day(3),
      allDay: true,
      busy: false,
      recurrence: { frequency: 'yearly' },
    },
    // Travel
    {
      calendar: 'Travel',
      title: 'Night train to Vienna',
      start: `${workday(4)}T21:15`,
      durationMinutes: 640,
      location: 'Central station',
      url: 'https://trains.example.org/4711',
      reminders: [120],
    },
  ];
}

/** Changes single occurrences of the series. */
export function demoExceptions({
  workday,
}: DemoDays): readonly { readonly day: string; readonly edit: Json }[] {
  const [moved, skipped] = [workday(1), workday(3)];
  return [
    {
      day: moved,
      edit: { operation: 'update', changes: { start: `${moved}T10:15`, title: 'Team standup (late)' } },
    },
    { day: skipped, edit: { operation: 'delete' } },
  ];
}
