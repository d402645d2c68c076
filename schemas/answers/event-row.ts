import type { EventField, TaskField } from '../input/query.js';
import type {
  Attachment,
  Attendee,
  ConferenceDetails,
  EventKind,
  EventStatus,
  Organizer,
  Reminder,
  ResponseStatus,
  Visibility,
} from '../model/event.js';
import type { TaskStatus } from '../model/task.js';

/** What each field of an event or a task is shown as; times are ISO 8601, an end on the day of the start is HH:MM. */
type EventCells = {
  id: string;
  title: string;
  start: string;
  end: string;
  startLocal: string;
  endLocal: string;
  /** `Tue` */
  day: string;
  calendar: string;
  allDay: boolean;
  location: string;
  status: EventStatus | TaskStatus;
  recurring: boolean;
  myResponse: ResponseStatus;
  description: string;
  url: string;
  /** The link; with what people call it, where the event says so. */
  conference: string | ({ readonly url: string } & ConferenceDetails);
  timezone: string;
  busy: boolean;
  visibility: Visibility;
  organizer: Pick<Organizer, 'email' | 'name'> & { readonly sentBy?: string | undefined };
  /** Names; whole people where they are asked for. */
  attendees: readonly string[] | readonly Attendee[];
  reminders: readonly Reminder[];
  /** In words; where it is asked for, with the rule and what it excludes. */
  recurrence: string | Readonly<Record<string, unknown>>;
  seriesStart: string;
  /** Null where the series is over. */
  next: string;
  seriesId: string;
  uid: string;
  originalStart: string;
  tags: readonly string[];
  /** Links, and the sizes of files in the event itself. */
  attachments: readonly Omit<Attachment, 'text'>[];
  color: string;
  kind: EventKind;
  createdBy: 'assistant' | 'user';
  createdByClient: string;
  created: string;
  updated: string;
  etag: string;
  metadata: Readonly<Record<string, string>>;
  durationMinutes: number;
  external: boolean;
  hasConflict: boolean;
  due: string;
  priority: 'high' | 'medium' | 'low';
  priorityNumber: number;
  percent: number;
  /** Its calendar. */
  list: string;
  /** Of a task: id of the one it is a part of. Of an event: UID of the task it is time for. */
  parent: string;
  overdue: boolean;
  completed: string;
  estimateMinutes: number;
};

/** One event or task of an answer: what has nothing to say is left out, or null where it was asked for. */
export type EventRow = {
  readonly [Field in EventField | TaskField]?: EventCells[Field] | null | undefined;
} & {
  /** Of one in the trash. */
  readonly deletedAt?: string;
  /** The calendar in which it is now. */
  readonly movedTo?: string;
  /** Of a suggestion: why it needs attention, how much, and how many occurrences of its series do. */
  readonly reasons?: readonly string[];
  readonly score?: number;
  readonly with?: readonly string[];
  readonly more?: number;
  /** How many members of long lists are missing, by field. */
  readonly leftOut?: Readonly<Record<string, number>>;
};
