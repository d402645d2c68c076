import type { Range } from '../../../schemas/model/time.js';
import { ALL_TIME } from '../../../schemas/model/time.js';
import { DAY, dayNumber } from '../../time/civil.js';
import { utcStamp } from './utc-stamp.js';
import { xmlText } from './xml-text.js';

const HEAD =
  '<?xml version="1.0" encoding="utf-8"?>\n' +
  '<C:calendar-NAME xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">' +
  '<D:prop><D:getetag/><C:calendar-data/></D:prop>';

/**
 * Servers expand endless series only up to 2038. A window close to that is not narrowed, because a rare series could
 * have its only occurrence beyond.
 */
const INDEX_HORIZON = dayNumber(2036, 1, 1) * DAY;

/**
 * `calendar-query` (RFC 4791 §7.8) for whole events, narrowed to a range if the server can, or for tasks, whose times
 * servers do not index reliably.
 */
export function calendarQueryBody(range: Range, component: 'VEVENT' | 'VTODO' = 'VEVENT'): string {
  const within = component === 'VEVENT' ? timeRange(range) : '';
  const wanted = `<C:comp-filter name="${component}">${within}</C:comp-filter>`;
  return (
    `${HEAD.replace('NAME', 'query')}<C:filter><C:comp-filter name="VCALENDAR">${wanted}` +
    '</C:comp-filter></C:filter></C:calendar-query>'
  );
}

/** `calendar-query` for one UID; servers match substrings or ignore case, so check again. */
export function uidQueryBody(uid: string, component = 'VEVENT'): string {
  return (
    `${HEAD.replace('NAME', 'query')}<C:filter><C:comp-filter name="VCALENDAR"><C:comp-filter name="${component}">` +
    `<C:prop-filter name="UID"><C:text-match collation="i;octet">${xmlText(uid)}</C:text-match></C:prop-filter>` +
    '</C:comp-filter></C:comp-filter></C:filter></C:calendar-query>'
  );
}

/** `calendar-multiget` (RFC 4791 §7.9); `paths` are absolute and percent-encoded. */
export function multigetBody(paths: readonly string[]): string {
  const hrefs = paths.map((path) => `<D:href>${xmlText(path)}</D:href>`).join('');
  return `${HEAD.replace('NAME', 'multiget')}${hrefs}</C:calendar-multiget>`;
}

/** The same query, for addresses and ETags only. */
export function withoutTexts(body: string): string {
  return body.replace('<C:calendar-data/>', '');
}

/** The same query for all time; unchanged if it has no range. */
export function withoutRange(body: string): string {
  return body.replace(/<C:time-range[^>]*\/>/, '');
}

/**
 * `sync-collection` (RFC 6578 §3.2): changes since a token, or everything without one. Only some servers return texts.
 */
export function syncCollectionBody(token: string, texts: boolean): string {
  return (
    '<?xml version="1.0" encoding="utf-8"?>\n' +
    '<D:sync-collection xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">' +
    `<D:sync-token>${xmlText(token)}</D:sync-token><D:sync-level>1</D:sync-level>` +
    `<D:prop><D:getetag/>${texts ? '<C:calendar-data/>' : ''}</D:prop></D:sync-collection>`
  );
}

/** The same query with a range that starts some days earlier. */
export function beginningEarlier(body: string, days: number): string {
  return body.replace(/ start="(\d{4})(\d\d)(\d\d)T/, (_, year: string, month: string, day: string) => {
    const earlier = (dayNumber(Number(year), Number(month), Number(day)) - days) * DAY;
    return ` start="${utcStamp(earlier).slice(0, 9)}`;
  });
}

function timeRange({ from, to }: Range): string {
  if (to >= INDEX_HORIZON) return '';
  const start = from <= ALL_TIME.from ? '' : ` start="${utcStamp(from)}"`;
  return `<C:time-range${start} end="${utcStamp(to)}"/>`;
}
