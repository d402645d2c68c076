export const DEFAULT_WORKING_HOURS = {
  start: '09:00',
  end: '17:00',
  days: ['mon', 'tue', 'wed', 'thu', 'fri'],
} as const;

/** Seconds. */
export const DEFAULT_DEADLINES = { read: 10, write: 25 } as const;

export const DEFAULT_AUDIT = { keepDays: 365, maxMegabytes: 50, text: false } as const;

/** The Calendar app is slow: one column of a calendar of 1,000 events takes 13 s. */
export const APP_DEADLINES = { read: 45, write: 55 } as const;
