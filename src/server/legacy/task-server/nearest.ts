import type { BuilderCall } from '../old-words.js';

export type Fields = Readonly<Record<string, unknown>>;

/** Fields without those that are not said. */
const said = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

export const read = (query: Fields): BuilderCall => ({
  name: 'calendar_read',
  arguments: { query: said(query) },
});
export const write = (mutation: Fields): BuilderCall => ({
  name: 'calendar_write',
  arguments: { mutation: said(mutation) },
});
export const analyze = (analysis: Fields): BuilderCall => ({
  name: 'calendar_analyze',
  arguments: { analysis: said(analysis) },
});

const events = (filters: Fields, more: Fields = {}) => read({ type: 'events', filters, ...more });
const update = (changes: Fields) => write({ operation: 'update', id: 'k3v9x2m8qa', changes });
const planning = { title: 'Planning', start: 'tomorrow 09:00' };
const batch = (more: Fields, data: Fields = planning) =>
  write({ operation: 'batch', ...more, operations: [{ operation: 'create', data }] });

/** The calls that come nearest to what means nothing here. */
export const NEAREST = {
  suggested: read({ type: 'events', mode: 'smart_suggest' }),
  exported: events({ when: 'this month' }, { format: 'ics' }),
  sorted: read({ type: 'events', sort: [{ field: 'start', order: 'asc' }] }),
  tentativeEvents: events({ status: 'tentative' }),
  taggedEvents: events({ tags: 'project-x' }),
  eventsOfCalendar: events({ calendar: 'Work' }),
  cancelledEvents: events({ status: 'cancelled' }, { fields: ['id', 'title', 'updated'] }),
  cancelledSeries: events({ status: 'cancelled' }, { expand: false }),
  calendars: read({ type: 'calendars' }),
  defaultCalendar: read({ type: 'calendars', fields: ['name', 'default'] }),
  timeStats: analyze({ type: 'time_stats', params: { groupBy: 'calendar' } }),
  seriesReview: analyze({ type: 'series_review' }),
  patterns: analyze({ type: 'patterns' }),
  status: analyze({ type: 'status' }),
  sync: write({ operation: 'sync', full: true }),
  done: update({ addTags: ['done'] }),
  tagged: update({ addTags: ['project-x'] }),
  errand: update({ addTags: ['errand'] }),
  tentative: update({ status: 'tentative' }),
  moved: update({ start: 'tomorrow 09:00' }),
  inCalendar: update({ calendar: 'Work' }),
  daily: update({ recurrence: { frequency: 'daily', interval: 1 } }),
  weekly: update({ recurrence: { frequency: 'weekly', interval: 1 } }),
  rrule: update({ recurrence: { rrule: 'FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1;WKST=SU' } }),
  retagged: write({
    operation: 'update',
    filters: { tags: 'errand' },
    each: true,
    changes: { addTags: ['home'] },
  }),
  batchAtOnce: batch({ atomic: true }),
  batchTried: batch({ dryRun: true }),
  batchWithValues: batch({}, { ...planning, tags: ['work'] }),
  newCalendar: write({ operation: 'create', target: 'calendar', data: { title: 'Errands' } }),
  calendarInAccount: write({
    operation: 'create',
    target: 'calendar',
    data: { title: 'Work', account: 'home' },
  }),
  deletedCalendar: write({ operation: 'delete', target: 'calendar', id: 'Work' }),
} satisfies Readonly<Record<string, BuilderCall>>;
