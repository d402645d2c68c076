/** Occurrences by their start: their calendar and title. */
export type Occurrences = ReadonlyMap<number, string>;

const DAY = 24 * 60 * 60_000;

/** All occurrences of an object with UTC times and finite daily or weekly rules, by the test's own expansion. */
export function occurrencesIn(ics: string, calendar: string): Occurrences {
  // Winter time.
  const ahead = ics.includes('DTSTART;TZID=Europe/Berlin:') ? 60 * 60_000 : 0;
  const events = ics
    .replace(/\r\n[ \t]/g, '')
    .split('BEGIN:VEVENT')
    .slice(1);
  const found = new Map<number, string>();
  const moved: (readonly [number, string])[] = [];
  for (const text of events) {
    const line = (name: string) => new RegExp(`^${name}(?:;[^:]*)?:(.*)\\r$`, 'm').exec(text)?.[1];
    const title = `${calendar}: ${line('SUMMARY')}`;
    const original = line('RECURRENCE-ID');
    if (original !== undefined) {
      moved.push([timeOf(original), title]);
      continue;
    }
    const from = timeOf(line('DTSTART') ?? '');
    const excluded = [...text.matchAll(/^EXDATE(?:;[^:]*)?:(.*)\r$/gm)].flatMap(([, list = '']) =>
      list.split(',').map(timeOf),
    );
    for (const start of startsOf(from, line('RRULE'), ahead))
      if (!excluded.includes(start)) found.set(start, title);
  }
  for (const [start, title] of moved) found.set(start, title);
  return new Map([...found].map(([start, title]) => [start - ahead, title]));
}

function startsOf(from: number, rule: string | undefined, ahead: number): readonly number[] {
  if (rule === undefined) return [from];
  const part = (name: string) => new RegExp(`(?:^|;)${name}=([^;]*)`).exec(rule)?.[1];
  const step = Number(part('INTERVAL') ?? 1) * (part('FREQ') === 'WEEKLY' ? 7 : 1) * DAY;
  const [count, until] = [part('COUNT'), part('UNTIL')];
  if (count !== undefined) return Array.from({ length: Number(count) }, (_, n) => from + n * step);
  const last = timeOf(until ?? '') + ahead;
  return Array.from({ length: Math.floor((last - from) / step) + 1 }, (_, n) => from + n * step);
}

function timeOf(text: string): number {
  const [, year, month, day, hour, minute] = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)/.exec(text) ?? [];
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute));
}
