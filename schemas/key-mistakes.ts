import { type Aliases, DATA_KEYS, FILTER_KEYS } from './event-key-mistakes.js';
import { fold } from './fold-name.js';

/** Right names by the object they are missing in; the keys are found by what an object knows. */
const ALIASES_BY_MARK: readonly { readonly mark: string; readonly aliases: Aliases }[] = [
  { mark: 'hasConflict', aliases: FILTER_KEYS },
  { mark: 'addAttendees', aliases: DATA_KEYS },
  { mark: 'reminders', aliases: DATA_KEYS },
  {
    mark: 'between',
    aliases: {
      from: 'after',
      start: 'after',
      since: 'after',
      gte: 'after',
      gt: 'after',
      to: 'before',
      end: 'before',
      until: 'before',
      lt: 'before',
      lte: 'before',
      range: 'between',
      date: 'on',
      equals: 'on',
    },
  },
  {
    mark: 'startsWith',
    aliases: {
      regex: 'matches',
      regexp: 'matches',
      pattern: 'matches',
      like: 'contains',
      includes: 'contains',
      is: 'equals',
      eq: 'equals',
      prefix: 'startsWith',
      isempty: 'empty',
    },
  },
  {
    mark: 'none',
    aliases: { in: 'any', or: 'any', anyof: 'any', and: 'all', allof: 'all', not: 'none', notin: 'none' },
  },
  {
    mark: 'refresh',
    aliases: {
      entity: 'type',
      kind: 'type',
      filter: 'filters',
      conditions: 'filters',
      max: 'limit',
      maxresults: 'limit',
      pagesize: 'limit',
      top: 'limit',
      count: 'limit',
      skip: 'offset',
      startindex: 'offset',
      select: 'fields',
      columns: 'fields',
      order: 'sort',
      orderby: 'sort',
      sortby: 'sort',
      output: 'format',
      singleevents: 'expand',
      expandrecurring: 'expand',
      tz: 'timezone',
    },
  },
  {
    mark: 'idempotencyKey',
    aliases: {
      action: 'operation',
      op: 'operation',
      type: 'operation',
      method: 'operation',
      eventid: 'id',
      uid: 'id',
      targetid: 'id',
      event: 'data',
      payload: 'data',
      fields: 'data',
      properties: 'data',
      patch: 'changes',
      update: 'changes',
      updates: 'changes',
      data: 'changes',
      items: 'operations',
      mutations: 'operations',
      events: 'operations',
      destination: 'calendar',
      targetcalendar: 'calendar',
      tocalendar: 'calendar',
      preview: 'dryRun',
      simulate: 'dryRun',
      etag: 'ifMatch',
      recurringscope: 'scope',
      span: 'scope',
      tz: 'timezone',
    },
  },
  { mark: 'email', aliases: { address: 'email', mail: 'email', displayname: 'name', cn: 'name' } },
  {
    mark: 'daysOfWeek',
    aliases: {
      freq: 'frequency',
      type: 'frequency',
      every: 'interval',
      byday: 'daysOfWeek',
      weekdays: 'daysOfWeek',
      days: 'daysOfWeek',
      bymonthday: 'dayOfMonth',
      bymonth: 'monthOfYear',
      month: 'monthOfYear',
      occurrences: 'count',
      times: 'count',
      end: 'until',
      enddate: 'until',
      exdates: 'exclude',
      except: 'exclude',
      rule: 'rrule',
    },
  },
  { mark: 'minutesBefore', aliases: { minutes: 'minutesBefore', before: 'minutesBefore', method: 'type' } },
  {
    mark: 'calendars',
    aliases: { calendar: 'calendars', range: 'when', period: 'when', time: 'when', filter: 'filters' },
  },
  {
    mark: 'params',
    aliases: {
      action: 'type',
      kind: 'type',
      operation: 'type',
      range: 'scope.when',
      parameters: 'params',
      options: 'params',
    },
  },
  {
    mark: 'durationMinutes',
    aliases: {
      duration: 'durationMinutes',
      minutes: 'durationMinutes',
      length: 'durationMinutes',
      buffer: 'bufferMinutes',
      hours: 'workingHours',
      max: 'limit',
    },
  },
  { mark: 'groupBy', aliases: { group: 'groupBy', by: 'groupBy' } },
];

/** The right name for a key, where it is a well-known mistake. */
export function keyAlias(key: string, known: readonly string[]): string | undefined {
  const folded = fold(key);
  for (const { mark, aliases } of ALIASES_BY_MARK) {
    if (!known.includes(mark) || !Object.hasOwn(aliases, folded)) continue;
    const right = aliases[folded];
    if (right !== undefined && known.includes(right.split('.')[0] ?? right)) return right;
  }
  return undefined;
}
