import { fold } from './fold-name.js';

/** Wrong words to right names; the words are folded (`fold`). */
type Aliases = Readonly<Record<string, string>>;

/**
 * Builds a table from right names to the words that models write for them. We never accept these silently: the error
 * names the right one. A dotted name is a place below the object.
 */
function aliases(rows: Readonly<Record<string, string>>): Aliases {
  const each = Object.entries(rows).flatMap(([right, words]) =>
    words.split(' ').map((word) => [word, right]),
  );
  return Object.fromEntries(each);
}

const EVENT_KEYS = {
  start: 'startdate starttime startat startsat startiso startdatetime dtstart newstart newstarttime begin',
  end: 'enddate endtime endat endsat endiso enddatetime dtend newend newendtime finish',
  title: 'summary subject name eventname eventtitle',
  description: 'notes note body details content bodypreview',
  location: 'place venue where room address',
  url: 'link',
  shiftMinutes: 'shift shiftby moveby delayminutes',
  durationMinutes: 'duration minutes length meetingduration lengthinminutes',
  allDay: 'isallday fullday wholeday',
  calendar: 'calendarname calendarid cal',
  timezone: 'timezoneid tz zone',
};

const FILTER_KEYS = aliases({
  ...EVENT_KEYS,
  when: 'duedate due date dates day range daterange timerange time period interval within week month',
  'when.between': 'between',
  'when.on': 'on',
  'when.after': 'after since datefrom from timemin',
  'when.before': 'before to until dateto timemax',
  'updated.after': 'updatedmin',
  'durationMinutes.min': 'minduration',
  'durationMinutes.max': 'maxduration',
  text: 'query q search keyword keywords contains',
  attendee: 'attendees participant participants person people guest guests with',
  calendar: `calendars ${EVENT_KEYS.calendar}`,
  tags: 'tag category categories labels label',
  myResponse: 'response partstat responsestatus rsvp',
  weekday: 'days dayofweek daysofweek weekdays',
  recurring: 'isrecurring recurrent repeating',
  hasConflict: 'conflicts',
  id: 'ids uid eventid',
  updated: 'modified lastmodified updatedat',
  created: 'createdat',
  createdBy: 'creator',
  deleted: 'showdeleted',
  busy: 'showas transparency',
  status: 'state',
});

const DATA_KEYS = {
  ...EVENT_KEYS,
  start: `date day time when ${EVENT_KEYS.start}`,
  attendees: 'attendee participants guests invitees people invite',
  reminders: 'reminder alarm alarms alert alerts notifications reminderminutesbeforestart',
  'recurrence.rrule': 'rrule',
  recurrence: 'recurrencerule recurring repeat repeats repetitionrule',
  'recurrence.frequency': 'frequency',
  tags: 'tag category categories labels',
  attachments: 'attachment files file links documents attach',
  color: 'colour colorid colorname',
  kind: 'eventtype outofoffice ooo oof',
  conference: 'meetingurl meetinglink conferenceurl videolink onlinemeetingurl conferencing conferencedata',
  visibility: 'privacy access class sensitivity',
  busy: 'transp showas transparency',
};

const PEOPLE = [
  'guest',
  'guests',
  'invitee',
  'invitees',
  'participant',
  'participants',
  'attendee',
  'people',
];
const people = (verb: string) => [...PEOPLE, 'person'].map((who) => verb + who).join(' ');

/** `changes` can also add to and remove from lists, and shift times. */
const CHANGE_KEYS = aliases({
  ...DATA_KEYS,
  shiftMinutes: `${EVENT_KEYS.shiftMinutes} moveminutes delay delayby postpone postponeby offset offsetminutes`,
  extendMinutes:
    'extend extendby lengthen lengthenby lengthenminutes prolong prolongby extraminutes addminutes',
  addAttendees: `${people('add')} invite inviteattendees inviteguests`,
  removeAttendees: `${people('remove')} uninvite`,
  addDescription: 'adddescription appenddescription descriptionappend addnote addnotes appendnotes',
  addTags: 'addlabels addcategories',
  removeTags: 'removelabels removecategories',
  addAttachments: 'addattachment attachfile addfiles addlinks addlink addfile',
  removeAttachments: 'removeattachment removefiles removefile',
  addReminders: 'addalarms',
  removeReminders: 'removealarms',
});

/** Tables by a key that only the matching object has. */
const KEYS_BY_MARK: readonly (readonly [mark: string, Aliases])[] = [
  ['hasConflict', FILTER_KEYS],
  ['addAttendees', CHANGE_KEYS],
  ['reminders', aliases(DATA_KEYS)],
  [
    'before',
    aliases({
      after: 'from start since gte gt',
      before: 'to end until lt lte',
      between: 'range',
      on: 'date equals',
    }),
  ],
  [
    'startsWith',
    aliases({
      matches: 'regex regexp pattern',
      contains: 'like includes ilike',
      equals: 'is eq',
      startsWith: 'prefix',
      empty: 'isempty',
    }),
  ],
  ['none', aliases({ any: 'contains equals is in or anyof email', all: 'and allof', none: 'not notin nin' })],
  [
    'refresh',
    aliases({
      type: 'entity kind action operation',
      filters: 'filter where conditions scope',
      limit: 'max maxresults pagesize top count',
      offset: 'skip startindex page',
      fields: 'select columns',
      sort: 'order orderby sortby sortorder sortdirection direction',
      format: 'output',
      expand: 'singleevents expandrecurring',
      timezone: 'tz',
    }),
  ],
  [
    'propose',
    aliases({
      propose: 'changes data newtime proposal counterproposal',
      'propose.start': 'start starttime newstart',
      'propose.end': 'end endtime newend',
    }),
  ],
  [
    'idempotencyKey',
    aliases({
      filters: 'filter where query match matching search selector',
      each: 'applytoall all every many',
      operation: 'action op type method',
      id: 'eventid eventidentifier uid targetid',
      data: 'event payload fields properties changes',
      changes: 'patch update updates data',
      operations: 'items mutations events',
      calendar: 'destination targetcalendar tocalendar to calendarid calendarname',
      undoToken: 'token undoid',
      dryRun: 'preview simulate',
      ifMatch: 'etag',
      notify: 'sendupdates sendnotifications',
      scope: 'recurringscope span',
      timezone: 'tz',
    }),
  ],
  [
    'color',
    aliases({
      title: 'name displayname summary calendar calendarname',
      color: 'colour colorhex backgroundcolor',
      description: 'notes',
    }),
  ],
  ['confirmToken', aliases({ confirmToken: 'token confirm confirmation confirmationtoken pendingtoken' })],
  ['email', aliases({ email: 'address mail', name: 'displayname cn' })],
  [
    'daysOfWeek',
    aliases({
      frequency: 'freq type',
      interval: 'every',
      daysOfWeek: 'byday weekdays days',
      dayOfMonth: 'bymonthday',
      monthOfYear: 'bymonth month',
      count: 'occurrences times',
      until: 'end enddate',
      exclude: 'exceptions except',
      nth: 'bysetpos',
      rrule: 'rule',
    }),
  ],
  ['minutesBefore', aliases({ minutesBefore: 'minutes before', type: 'method' })],
  [
    'calendars',
    aliases({
      calendars: 'calendar',
      filters: 'filter',
      when: 'range period time date day dates daterange timerange',
      'when.after': 'start startdate starttime from timemin',
      'when.before': 'end enddate endtime to timemax',
    }),
  ],
  ['params', aliases({ type: 'action kind operation', 'scope.when': 'range', params: 'parameters options' })],
  [
    'durationMinutes',
    aliases({
      durationMinutes: 'duration minutes length meetingduration slotduration slotminutes',
      bufferMinutes: 'buffer',
      noticeMinutes: 'notice minimumnotice leadtime',
      prefer: 'preferred timeofday',
      earliest: 'workinghoursstart earlieststart notbefore',
      latest: 'workinghoursend latestend notafter',
      workingHours: 'hours',
      attendees: 'participants people invitees guests emails with',
      limit: 'max',
    }),
  ],
  ['groupBy', aliases({ groupBy: 'group by' })],
];

export function keyAlias(key: string, known: readonly string[]): string | undefined {
  const folded = fold(key);
  for (const [mark, table] of KEYS_BY_MARK) {
    if (!known.includes(mark) || !Object.hasOwn(table, folded)) continue;
    const right = table[folded];
    if (right !== undefined && known.includes(right.split('.')[0] ?? right)) return right;
  }
  return undefined;
}

/** Values of enumerations; a word in two rows is ambiguous, the more likely first. */
const VALUES = Object.entries({
  events: 'event listevents getevents',
  calendars: 'calendar listcalendars getcalendars',
  calendar: 'calendars',
  freebusy: 'busy getschedule',
  create: 'add insert new',
  update: 'edit modify patch change reschedule',
  delete: 'remove cancel',
  accepted: 'accept yes',
  declined: 'decline no',
  respond: 'rsvp reply answer accept decline',
  restore: 'undelete',
  copy: 'duplicate clone',
  undo: 'revert',
  batch: 'batchcreate bulk',
  cancelled: 'canceled',
  needs_action: 'pending unanswered noreply',
  tentative: 'pending maybe',
  this: 'single instance occurrence thisevent',
  following: 'future thisandfuture thisandfollowing futureevents',
  all: 'series entire allevents',
  search: 'find',
  asc: 'ascending',
  desc: 'descending',
  ics: 'ical icalendar',
  agenda: 'text csv markdown',
  table: 'text csv markdown',
  public: 'default',
  availability: 'freetime freeslots findfreeslots findmeetingtimes findtime slots',
  conflicts: 'overlaps checkconflicts',
  time_stats: 'stats statistics',
  help: 'docs',
  assistant: 'assistantcreated ai',
  user: 'me',
  display: 'popup notification alert',
  email: 'mail',
  start: 'starttime date',
  title: 'name summary',
  durationMinutes: 'duration',
  tag: 'category',
  person: 'attendee',
}).map(([value, words]) => ({ value, words: words.split(' ') }));

export function valueAliases(word: string, allowed: readonly string[]): readonly string[] {
  const folded = fold(word);
  return VALUES.filter(({ value, words }) => allowed.includes(value) && words.includes(folded)).map(
    ({ value }) => value,
  );
}
