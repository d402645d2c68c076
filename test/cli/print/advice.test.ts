import { describe, expect, it } from 'vitest';
import { CalendarError } from '../../../schemas/model/error.js';
import { adviceForPeople } from '../../../src/cli/print/advice-for-people.js';
import { printError } from '../../../src/cli/print/print-error.js';

describe('what an error advises a person', () => {
  it.each([
    ['Ask the user to check the state folder.', 'Check the state folder.'],
    ['Ask the user to free some space, then repeat the call.', 'Free some space, then try again.'],
    [
      'Use another calendar, or ask the user to change the policy.',
      'Use another calendar, or change the policy.',
    ],
    [
      'Check the user name and password. Do not repeat the call before that.',
      'Check the user name and password.',
    ],
    ['Use an id from search or calendar_read.', 'Name it by its id: "search" shows the ids.'],
    ['Undo first, in a separate call.', undefined],
    [
      'Tell the user, who can make the change in the calendar application, or allow writing (policy.readOnly).',
      'Make the change in the calendar application, or allow writing (policy.readOnly).',
    ],
    [
      'Use scope "following" or "all", or delete the occurrence with scope "this".',
      'Add --scope following or all, or delete the occurrence with --scope this.',
    ],
    [
      'Ask for a shorter range, or leave the event out; `expand: false` lists a series once.',
      'Ask for a shorter range, or leave the event out.',
    ],
    [
      'Ask the user to run `calendar-mcp doctor --permission`, or to give full access in System Settings.',
      'Run `calendar-mcp doctor --permission`, or give full access in System Settings.',
    ],
    ['Choose a day; {"query":{"type":"events"}} lists them.', 'Choose a day.'],
    ['Set CALENDAR_ADDRESSES, and restart.', 'Set CALENDAR_ADDRESSES.'],
  ])('%j becomes %j', (suggestion, advice) => {
    expect(adviceForPeople('UNAVAILABLE', suggestion, { hasExample: false })).toEqual(
      advice === undefined ? [] : [advice],
    );
  });

  it('speaks of an example only where one is printed', () => {
    const info = { suggestion: 'Correct the configuration file as in example.', example: { url: 'x' } };
    const ofFile = new CalendarError('CONFIGURATION', 'It is wrong.', info);
    expect(printError(ofFile, false)).toMatch(/as in example\.\n {2}for example: /);
    const ofCall = new CalendarError('CONFIGURATION', 'It is wrong.', { ...info, path: '/query/type' });
    expect(printError(ofCall, false)).toBe('CONFIGURATION: It is wrong.\n');
    const without = new CalendarError('CONFIGURATION', 'It is wrong.', { suggestion: info.suggestion });
    expect(printError(without, false)).toBe('CONFIGURATION: It is wrong.\n');
  });

  it.each([
    [
      'AMBIGUOUS_TARGET',
      'Repeat the call with the mail address of the one who is meant.',
      'Give the mail address of the one who is meant.',
    ],
    ['NOT_FOUND', 'Give the mail address.', 'Give the mail address.'],
    [
      'NOT_FOUND',
      'Search for the event with calendar_read and use the id it returns; ids change.',
      '"search" finds events with their ids; "tasks" and "trash" list the others.',
    ],
    ['CONFLICT', 'Undo the later write first.', 'Undo the later write first.'],
  ] as const)('is by the code %s only where %j is of calls', (code, suggestion, advice) => {
    expect(adviceForPeople(code, suggestion, { hasExample: false })).toEqual([advice]);
  });

  it('has the details of a call that it names', () => {
    const error = new CalendarError('NOT_FOUND', 'Nothing matches.', {
      suggestion: 'Ask the user whether one of details.nearest is meant.',
      details: { nearest: [{ id: 'k3v9x2m8qa', title: 'Dentist' }] },
    });
    expect(printError(error, true)).toContain(
      'details: {"nearest":[{"id":"k3v9x2m8qa","title":"Dentist"}]}\n',
    );
    expect(printError(error, false)).not.toContain('nearest');
  });

  it('is of the shell where a call would be made', () => {
    const error = new CalendarError('SCOPE_REQUIRED', 'This is a series.', {
      suggestion: 'Give scope "all".',
      outcome: 'not_applied',
    });
    expect(printError(error, false)).toBe(
      'SCOPE_REQUIRED: This is a series.\n  Add --scope this, following or all.\n  Nothing was changed.\n',
    );
    expect(printError(error, true)).toContain('Give scope "all".\n  outcome: not_applied');
  });
});
