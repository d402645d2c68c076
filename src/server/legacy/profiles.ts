import type { POLICIES } from '../../../schemas/model/policy.js';
import type { Alias } from './alias.js';
import { ASSISTANT_CALDAV } from './assistant-caldav.js';
import { CALENDAR_SYSTEM } from './calendar-system/calendar-system.js';
import { FAMILY_CALENDAR } from './family-calendar.js';
import { MACOS_CALENDAR } from './macos-calendar.js';
import { OMNIFOCUS } from './task-server/omnifocus.js';

/** Tools of earlier systems. A new profile needs a file, a row here, and `fixtures/legacy/{name}.json`. */
export const LEGACY_PROFILES: Readonly<Record<string, readonly Alias[]>> = {
  'macos-calendar': MACOS_CALENDAR,
  'assistant-caldav': ASSISTANT_CALDAV,
  'calendar-system': CALENDAR_SYSTEM,
  'family-calendar': FAMILY_CALENDAR,
  omnifocus: OMNIFOCUS,
};

/** Policies of profiles whose earlier system had one. */
export const LEGACY_POLICIES: Readonly<Record<string, keyof typeof POLICIES>> = {
  'assistant-caldav': 'dedicated',
};
