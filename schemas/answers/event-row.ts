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

/** Field values of an event or task; times are ISO 8601, an end on the day of the start is HH:MM. */
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
  /** The link; with label and features if the event has them. */
  conference: string | ({ readonly url: string } & ConferenceDetails);
  timezone: string;
  busy: boolean;
  visibility: Visibility;
  organizer: Pick<Organizer, 'email' | 'name'> & { readonly sentBy?: string | undefined };
  /** Names; full records on request. */
  attendees: readonly string[] | readonly Attendee[];
  reminders: readonly Reminder[];
  /** In words; on request with the rule and its exclusions. */
  recurrence: string | Readonly<Record<string, unknown>>;
  seriesStart: string;
  /** Null if the series is over. */
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
  /** The task's calendar. */
  list: string;
  /** For a task: id of its parent task. For an event: UID of the task it reserves time for. */
  parent: string;
  overdue: boolean;
  completed: string;
  estimateMinutes: number;
};

/** One event or task of an answer; empty fields are absent, or null if requested. */
export type EventRow = {
  readonly [Field in EventField | TaskField]?: EventCells[Field] | null | undefined;
} & {
  /** Only in the trash. */
  readonly deletedAt?: string;
  /** The current calendar. */
  readonly movedTo?: string;
  /** In a suggestion: why it needs attention, how much, and how many occurrences of its series do. */
  readonly reasons?: readonly string[];
  readonly score?: number;
  readonly with?: readonly string[];
  readonly more?: number;
  /** Number of missing members of long lists, by field. */
  readonly leftOut?: Readonly<Record<string, number>>;
};
