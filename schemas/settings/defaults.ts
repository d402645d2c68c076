/** Working hours where nothing is configured. */
export const DEFAULT_WORKING_HOURS = {
  start: '09:00',
  end: '17:00',
  days: ['mon', 'tue', 'wed', 'thu', 'fri'],
} as const;

/** Seconds in which calls answer where nothing is configured. */
export const DEFAULT_DEADLINES = { read: 10, write: 25 } as const;

/** The audit log where nothing is configured. */
export const DEFAULT_AUDIT = { keepDays: 365, maxMegabytes: 50, text: false } as const;

/** The same where the Calendar app is asked: one column of a calendar of 1,000 events takes it 13 s. */
export const APP_DEADLINES = { read: 45, write: 55 } as const;
