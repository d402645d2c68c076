import { EVERYTHING } from '../../../compilers/plan/predicate.js';
import type { ReadPlan } from '../../../compilers/plan/read-plan.js';
import { ALL_TIME } from '../../../schemas/model/time.js';

/** A query for every event of all time, each series once; callers narrow it. */
export const ALL_EVENTS: ReadPlan = {
  kind: 'read',
  type: 'events',
  mode: 'list',
  range: ALL_TIME,
  where: EVERYTHING,
  calendars: {},
  expansion: 'nearest',
  deleted: false,
  sort: [],
  limit: Number.MAX_SAFE_INTEGER,
  offset: 0,
  format: 'json',
  timezone: 'UTC',
  explain: false,
  refresh: false,
  notes: [],
};
