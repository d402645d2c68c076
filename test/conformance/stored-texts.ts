import { calendarOf } from './events.js';

/** Texts that must come back unchanged. */
export const TEXTS: readonly (readonly [string, string])[] = [
  ['separators', 'a, b; c: d \\ e "f"'],
  ['a line break', 'first\nsecond'],
  ['what looks like a property', 'x\nEND:VEVENT\nBEGIN:VALARM'],
  ['letters of many scripts', 'Zürich – Łódź – Ελλάδα – 日本語 – עברית'],
  ['characters beyond 16 bits', '🧑‍🚀𝄞🇩🇪'.repeat(20)],
  ['markup', '<b>&amp;</b> ]]> <!-- -->'],
  ['a very long line', 'word '.repeat(400).trim()],
];

/** UIDs that must come back unchanged. */
export const UIDS: readonly (readonly [string, string])[] = [
  ['a slash', 'a/b/../c'],
  ['a percent sign', '100%25 %2F'],
  ['spaces and quotes', 'it is "quoted" #1?x=y'],
  ['upper and lower case', 'CaseSensitive'],
  ['letters beyond ASCII', 'Übung-日本'],
  ['the length of a line and more', 'long-'.repeat(40)],
  ['an escaped line break', 'first\\nsecond'],
];

/** An event of 200 kB. */
export const LARGE = calendarOf('large', [
  'DTSTART:20260310T090000Z',
  'DURATION:PT1H',
  `DESCRIPTION:${'0123456789'.repeat(20_000)}`.replace(/(.{70})/g, '$1\r\n '),
]);
