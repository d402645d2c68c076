import { xmlText } from './xml-text.js';

const CARD = 'urn:ietf:params:xml:ns:carddav';
const HEAD = '<?xml version="1.0" encoding="utf-8"?>\n';

/** The card properties we use; others are not requested, because photos are large. */
const PROPERTIES = [
  'VERSION',
  'UID',
  'FN',
  'N',
  'NICKNAME',
  'EMAIL',
  'KIND',
  'MEMBER',
  'X-ADDRESSBOOKSERVER-KIND',
  'X-ADDRESSBOOKSERVER-MEMBER',
];
const CARD_DATA =
  '<D:prop><D:getetag/><A:address-data>' +
  `${PROPERTIES.map((name) => `<A:prop name="${name}"/>`).join('')}</A:address-data></D:prop>`;

/** Every card of an address book (RFC 6352 §8.6), because each has a name. */
export const ALL_CARDS =
  `${HEAD}<A:addressbook-query xmlns:D="DAV:" xmlns:A="${CARD}">${CARD_DATA}` +
  '<A:filter><A:prop-filter name="FN"/></A:filter></A:addressbook-query>';

/** The complete cards at these paths (RFC 6352 §8.7), for servers that cannot return parts. */
export function cardsAt(paths: readonly string[]): string {
  const hrefs = paths.map((path) => `<D:href>${xmlText(path)}</D:href>`).join('');
  return `${HEAD}<A:addressbook-multiget xmlns:D="DAV:" xmlns:A="${CARD}"><D:prop><D:getetag/><A:address-data/></D:prop>${hrefs}</A:addressbook-multiget>`;
}

/** Principals with a text in a property (RFC 3744 §9.4), with their addresses and kinds (RFC 6638 §2.4). */
export function principalSearch(property: 'displayname' | 'calendar-user-type', text: string): string {
  const searched = property === 'displayname' ? '<D:displayname/>' : '<C:calendar-user-type/>';
  return (
    `${HEAD}<D:principal-property-search xmlns:D="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav">` +
    `<D:property-search><D:prop>${searched}</D:prop><D:match>${xmlText(text)}</D:match></D:property-search>` +
    '<D:prop><D:displayname/><C:calendar-user-address-set/><C:calendar-user-type/></D:prop>' +
    '</D:principal-property-search>'
  );
}
