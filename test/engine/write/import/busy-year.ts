import { event } from '../../service-on-memory.js';

const ZONES = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'W. Europe Standard Time', 'Club Time'];
/** A zone with a name of its own, as some programs write them. */
const CLUB_TIME = [
  'BEGIN:VTIMEZONE',
  'TZID:Club Time',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0300',
  'TZOFFSETTO:+0300',
  'TZNAME:Club',
  'END:STANDARD',
  'END:VTIMEZONE',
];
const DAY = 86_400_000;
const FIRST = Date.UTC(2026, 0, 1);

/** A whole year, always the same: single events, days, series in several zones with changed and left-out occurrences. */
export function busyYear(singles: number, series: number): string {
  const lines = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Elsewhere//EN', ...CLUB_TIME];
  for (let n = 0; n < singles; n++) {
    const day = FIRST + ((n * 37) % 365) * DAY;
    lines.push(
      ...event(`UID:single-${n}@year`, `SUMMARY:Single ${n} – “ü”`, ...timesOf(n, day), ...detailsOf(n)),
    );
  }
  for (let n = 0; n < series; n++) lines.push(...seriesOf(n));
  return [...lines, 'END:VCALENDAR', ''].join('\r\n');
}

function timesOf(n: number, day: number): readonly string[] {
  if (n % 5 === 0)
    return [`DTSTART;VALUE=DATE:${stamp(day)}`, `DTEND;VALUE=DATE:${stamp(day + ((n % 3) + 1) * DAY)}`];
  const at = `${stamp(day)}T${String(7 + (n % 12)).padStart(2, '0')}`;
  if (n % 5 === 1) return [`DTSTART:${at}0000Z`, `DTEND:${at}4500Z`];
  const zone = ZONES[n % ZONES.length];
  return [`DTSTART;TZID=${zone}:${at}0000`, `DTEND;TZID=${zone}:${at}3000`];
}

function detailsOf(n: number): readonly string[] {
  return [
    ...(n % 2 === 0 ? [`LOCATION:Room ${n}\\, left`, `CATEGORIES:one,two-${n % 7}`] : []),
    ...(n % 3 === 0 ? ['DESCRIPTION:First line\\nsecond\\; and third', 'X-KEPT;X-P="a:b":as it is'] : []),
    ...(n % 4 === 0
      ? ['BEGIN:VALARM', 'ACTION:DISPLAY', 'DESCRIPTION:Soon', 'TRIGGER:-PT15M', 'END:VALARM']
      : []),
    ...(n % 6 === 0 ? ['STATUS:TENTATIVE', 'TRANSP:TRANSPARENT', 'CLASS:PRIVATE'] : []),
  ];
}

/** Weekly from some week on, one occurrence left out, one changed. */
function seriesOf(n: number): readonly string[] {
  const first = FIRST + (4 + n) * DAY;
  const zone = ZONES[n % ZONES.length];
  const at = (week: number, hour: number) => `;TZID=${zone}:${stamp(first + week * 7 * DAY)}T${hour}0000`;
  const uid = `UID:series-${n}@year`;
  return [
    ...event(
      uid,
      `SUMMARY:Series ${n}`,
      `DTSTART${at(0, 10)}`,
      `DTEND${at(0, 11)}`,
      `RRULE:FREQ=WEEKLY;COUNT=${10 + n}`,
      `EXDATE${at(3, 10)}`,
      ...detailsOf(n),
    ),
    ...event(
      uid,
      `SUMMARY:Series ${n} (late)`,
      `RECURRENCE-ID${at(5, 10)}`,
      `DTSTART${at(5, 14)}`,
      `DTEND${at(5, 16)}`,
    ),
  ];
}

function stamp(at: number): string {
  return new Date(at).toISOString().slice(0, 10).replace(/-/g, '');
}
