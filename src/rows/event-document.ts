import { dayOfWall, printDate } from '../../compilers/time/civil.js';
import { printZoned } from '../../compilers/time/print-time.js';
import type { Zone } from '../../compilers/time/zone.js';
import type { Attachment, Occurrence, Person } from '../../schemas/model/event.js';
import { priorityWord } from '../../schemas/model/task.js';
import { Repetition } from './project/repetition.js';
import { lastDay } from './project/weekday-name.js';
import { truncateName, truncateText } from './truncate-texts.js';

/** An event as text with one line per fact, and the same facts by name. */
export interface EventDocument {
  readonly title: string;
  readonly text: string;
  readonly metadata: Readonly<Record<string, string>>;
}

const MOST_PEOPLE = 100;
const MOST_FILES = 20;

/** The complete document of an event, with times in the viewer's zone. */
export function eventDocument(row: Occurrence, viewer: Zone): EventDocument {
  const title = truncateText(row.title, 'title');
  const known = {
    calendar: truncateName(row.calendar.name),
    ...datesOf(row, viewer),
    location: truncateText(row.location, 'location'),
  };
  const more = {
    attendees: peopleOf(row),
    organizer: row.organizer === undefined ? '' : named(row.organizer),
    recurrence: recurrenceOf(row, viewer),
    conference: truncateText(row.conference, 'conference'),
    attachments: row.attachments.slice(0, MOST_FILES).map(fileOf).join('\n'),
    tags: truncateText(row.tags.join(', '), 'tags'),
    status: row.hidden === undefined ? (row.task?.status ?? row.status) : '',
    priority: priorityWord(row.task?.priority ?? 0) ?? '',
    completed: row.task?.completed === undefined ? '' : printZoned(row.task.completed, viewer),
    timezone: row.timezone ?? '',
    myResponse: row.myResponse ?? '',
  };
  const lines = [
    ['Title', title],
    ['Calendar', known.calendar],
    ['Start', known.startDate ?? ''],
    [row.task === undefined ? 'End' : 'Due', known.endDate ?? ''],
    ['Location', known.location],
    ['Description', truncateText(row.description, 'description')],
    ['Attendees', more.attendees],
    ['Organizer', more.organizer],
    ['Recurrence', more.recurrence],
    ['Conference', more.conference],
    ['Attachments', more.attachments],
    ['Tags', more.tags],
    ['Status', more.status],
    ['Priority', more.priority],
    ['Completed', more.completed],
    ['Time zone', more.timezone],
    ['My response', more.myResponse],
  ] as const;
  return {
    title,
    text: lines.flatMap(([name, value]) => lineOf(name, value)).join('\n'),
    metadata: { ...known, ...Object.fromEntries(Object.entries(more).filter(([, value]) => value !== '')) },
  };
}

/** Only the dates that a task has. */
function datesOf(row: Occurrence, viewer: Zone): { readonly startDate?: string; readonly endDate?: string } {
  const { task, allDay, startWall, endWall } = row;
  return {
    ...(task?.hasStart !== false && {
      startDate: allDay ? printDate(dayOfWall(startWall)) : printZoned(row.start, viewer),
    }),
    ...(task?.hasDue !== false && {
      endDate: allDay ? lastDay(startWall, endWall) : printZoned(row.end, viewer),
    }),
  };
}

/** A file with its name and its link or size; small text files include their text. */
function fileOf({ name, type, size, url, text }: Attachment): string {
  const about = [type, size === undefined ? '' : `${size} bytes`].filter(Boolean).join(', ');
  const head = `${truncateText(name, 'name')}${about && ` (${truncateText(about, 'name')})`}`;
  const place = url === undefined ? '' : ` ${truncateText(url, 'url')}`;
  return `${head}${place}${text === undefined ? '' : `\n${text}`}`;
}

/** Indents continuation lines, so that user text never looks like a line of ours. */
function lineOf(name: string, value: string): string[] {
  const lines = value.split(/[\r\n\u2028\u2029]+/).filter((line) => line.trim() !== '');
  return lines.length === 0 ? [] : [`${name}: ${lines.join('\n  ')}`];
}

function peopleOf({ attendees }: Occurrence): string {
  const listed = attendees.slice(0, MOST_PEOPLE).map((one) => {
    const role = one.role === 'optional' ? ', optional' : '';
    return `${named(one)} (${one.response}${role})`;
  });
  const more = attendees.length - listed.length;
  return [...listed, ...(more > 0 ? [`and ${more} more`] : [])].join(', ');
}

function named({ name, email }: Person): string {
  const address = truncateText(email, 'email');
  if (name === undefined || name === '') return address;
  return `${truncateText(name, 'name')}${address === '' ? '' : ` <${address}>`}`;
}

function recurrenceOf({ rrule, repetition, recurring }: Occurrence, viewer: Zone): string {
  if (!recurring) return '';
  if (rrule === undefined || !(repetition instanceof Repetition)) return 'on several dates';
  return repetition.inWords(rrule, viewer);
}
