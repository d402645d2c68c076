import { describe, expect, it } from 'vitest';
import { parseRead, parseWrite } from '../../schemas/parse/parse-input.js';

describe('words of iCalendar', () => {
  it.each([
    ['REQ-PARTICIPANT', 'required'],
    ['opt-participant', 'optional'],
    ['CHAIR', 'chair'],
    ['Non-Participant', 'non_participant'],
  ])('role %s is %s', (role, expected) => {
    const attendees = [{ email: 'ana@example.org', role }];
    for (const key of ['attendees', 'addAttendees']) {
      const mutation = { operation: 'update', id: 'k3v9x2m8qa', changes: { [key]: attendees } };
      expect(parseWrite({ mutation })).toMatchObject({ changes: { [key]: [{ role: expected }] } });
    }
  });

  it('are read wherever a schema has words of its own', () => {
    const data = {
      title: 'Review',
      start: '2026-11-24T09:00',
      status: 'CONFIRMED',
      visibility: 'PRIVATE',
      busy: 'TRANSPARENT',
      reminders: [{ minutesBefore: 5, type: 'DISPLAY' }],
      recurrence: { frequency: 'MONTHLY', daysOfWeek: ['MO', '-1FR', 'tue'] },
    };
    expect(parseWrite({ mutation: { operation: 'create', data } })).toMatchObject({
      data: {
        status: 'confirmed',
        visibility: 'private',
        busy: false,
        reminders: [{ type: 'display' }],
        recurrence: { frequency: 'monthly', daysOfWeek: ['mon', '-1fri', 'tue'] },
      },
    });
    const filters = {
      myResponse: ['NEEDS-ACTION', 'ACCEPTED'],
      status: 'TENTATIVE',
      weekday: 'SU',
      busy: 'OPAQUE',
    };
    expect(parseRead({ query: { type: 'events', filters } })).toMatchObject({
      filters: { myResponse: ['needs_action', 'accepted'], status: 'tentative', weekday: 'sun', busy: true },
    });
  });

  it('are not guessed where they do not belong', () => {
    const call = (over: object) => () =>
      parseWrite({ mutation: { operation: 'update', id: 'a', changes: over } });
    expect(call({ allDay: 'OPAQUE' })).toThrow();
    expect(call({ status: 'CHAIR' })).toThrow();
    expect(call({ title: 'CONFIRMED' })()).toMatchObject({ changes: { title: 'CONFIRMED' } });
  });
});
