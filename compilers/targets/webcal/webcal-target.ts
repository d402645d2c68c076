import { CalendarError } from '../../../schemas/model/error.js';
import type { CalendarAddress, Scan, Target } from '../../pushdown/target.js';

/** A query to a subscribed calendar: reads the whole feed, and everything is checked here. */
export interface WebcalRead {
  readonly kind: 'feed';
  readonly calendar: CalendarAddress;
  readonly hrefs?: readonly string[];
  /** Asks the source now. */
  readonly refresh: boolean;
}

/** Calendars at a web address: read, never written. */
export const webcalTarget: Target<WebcalRead, never> = {
  name: 'webcal',
  capabilities: { pushdown: () => 'unsupported', writes: new Set(), guard: 'fingerprint' },
  compileRead: (scan: Scan, { id, href }: CalendarAddress): WebcalRead => ({
    kind: 'feed',
    calendar: { id, href },
    ...(scan.hrefs === undefined ? {} : { hrefs: scan.hrefs }),
    refresh: scan.refresh === true,
  }),
  compileWrite: () => {
    throw new CalendarError('READ_ONLY', 'A subscribed calendar cannot be changed.', {
      outcome: 'not_applied',
      suggestion: 'Create it in a calendar that can be written, and change it there.',
    });
  },
};
