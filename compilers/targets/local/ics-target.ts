import { CalendarError } from '../../../schemas/model/error.js';
import type { Target } from '../../pushdown/target.js';
import { type LocalRead, localTarget } from './local-target.js';

/** Calendars that are whole .ics files: read like a folder of events, never written. */
export const icsTarget: Target<LocalRead, never> = {
  name: 'ics',
  capabilities: {
    pushdown: localTarget.capabilities.pushdown,
    writes: new Set(),
    guard: 'fingerprint',
  },
  compileRead: localTarget.compileRead,
  compileWrite: () => {
    throw new CalendarError('READ_ONLY', 'A calendar that is one .ics file cannot be changed.', {
      outcome: 'not_applied',
      suggestion: 'Create it in a calendar that can be written, and change it there.',
    });
  },
};
