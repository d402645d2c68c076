/**
 * Placeholders for missing values in an example. None for changes, which would change the caller's event, and none for
 * addresses, which would invite someone.
 */
const SAMPLES: ReadonlyMap<string, unknown> = new Map<string, unknown>(
  Object.entries({
    title: 'Planning',
    start: 'tomorrow 09:00',
    id: 'k3v9x2m8qa',
    calendar: 'Work',
    data: { title: 'Planning', start: 'tomorrow 09:00', durationMinutes: 60 },
    minutesBefore: 15,
    field: 'start',
    'query.type': 'events',
    'workingHours.start': '09:00',
    'workingHours.end': '17:00',
  }),
);

/** The same for calls about a calendar itself. */
const CALENDAR_SAMPLES: ReadonlyMap<string, unknown> = new Map<string, unknown>(
  Object.entries({ id: 'Choir', title: 'Choir', data: { title: 'Choir' } }),
);

/** The placeholder for a missing required value; undefined if there is none. */
export function sampleValue(path: readonly (string | number)[], ofCalendar: boolean): unknown {
  const key = String(path.at(-1));
  return (
    (ofCalendar ? CALENDAR_SAMPLES.get(key) : undefined) ??
    SAMPLES.get(path.slice(-2).join('.')) ??
    SAMPLES.get(key)
  );
}
