import { expect, it } from 'vitest';
import { serverChanges } from '../../../../src/engine/write/server-changes.js';
import { event, ics } from '../../service-on-memory.js';

const at = ['UID:a', 'SUMMARY:Lunch', 'DTSTART:20261201T090000Z'] as const;
const PERSON = 'ATTENDEE;SCHEDULE-AGENT=CLIENT:mailto:a@x.example';

it.each([
  ['a property that rows do not show', ['X-SHADE:red', 'X-LINE:1'], ['X-SHADE:blue'], ['X-LINE', 'X-SHADE']],
  [
    'nothing but stamps',
    ['SEQUENCE:1', 'TRIGGER:-PT5M'],
    ['SEQUENCE:2', 'TRIGGER;VALUE=DURATION:-PT5M', 'LAST-MODIFIED:20261201T090000Z'],
    [],
  ],
  ['people of a silent write', [PERSON], ['ATTENDEE:mailto:a@x.example'], []],
])('names %s', (_, sent, there, expected) => {
  const receipt = { href: 'a', etag: '1', ics: ics(...event(...at, ...there)), serverChanged: true };
  const step = { kind: 'create', uid: 'a', ics: ics(...event(...at, ...sent)), silent: true } as never;
  expect(serverChanges({ row: undefined, step }, undefined, receipt)).toEqual(expected);
});
