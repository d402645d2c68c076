import { expect, it } from 'vitest';
import { printUnread } from '../../../src/cli/print/print-unread.js';

it('says once for an account what its calendars have in common, in plain time', () => {
  const failure = {
    account: 'home',
    error: 'UNAVAILABLE',
    message: 'The calendar server cannot be reached.',
  };
  const sources = ['Family', 'Work'].map((calendar, at) => ({
    ...failure,
    calendar,
    stale: `2026-11-26T23:45:4${at}+01:00`,
  }));
  const other = { account: 'club', calendar: 'Choir', error: 'UNAVAILABLE' };
  expect(printUnread({ sources: [...sources, other] })).toBe(
    'As of Thu 26 Nov 23:45: Family, Work (UNAVAILABLE): The calendar server cannot be reached.\n' +
      'Not read: Choir (UNAVAILABLE)\n',
  );
});
