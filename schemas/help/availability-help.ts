import { DEFAULT_DURATION_MINUTES, MAX_ATTENDEES, PARTS_OF_DAY } from '../input/analysis.js';
import type { HelpTopic } from './help-topic.js';

export const AVAILABILITY_HELP: HelpTopic = {
  topic: 'availability',
  about: 'free slots, working hours, buffers, attendees, conflicts, overlaps',
  text: `availability: free slots. params: durationMinutes (default ${DEFAULT_DURATION_MINUTES}); earliest, latest ("HH:MM", instead of the start and end of the working hours); workingHours {"start":"09:00","end":"17:00","days":["mon",…],"timezone"} or a list of these (default: configuration; may pass midnight); bufferMinutes (free on both sides); noticeMinutes (from now); prefer (${PARTS_OF_DAY.join(', ')}); allDay, tentative (false: such events are no obstacle); attendees (up to ${MAX_ATTENDEES} mail addresses or names); rooms (a number, or names; topic people).
Every event that takes time is an obstacle, tentative and unanswered ones too; free, cancelled and declined ones are not.
Slots are free in the calendars of the scope and for attendees whose server shows when they are busy. They are whole gaps from the quarter hour on, net of the buffer: any start in one with durationMinutes, or start and end as they stand, go into calendar_write. total counts them up to two years ahead; best has times of the wanted length that are in the preferred part, fill a gap (at most 15 minutes are left) or are on the lightest day. allDay: all-day events that block a day, up to the next slot that is not shown. attendees says who was checked; ask the others: checked false is unknown, not free. Where nothing is free, busy names the events in the way, attendees and rooms say when each is busy in the working hours, without has a time that would do but for one of them (you, a person, rooms), and next the first slot of the 14 days after the period.
conflicts: groups of timed events that overlap, worst first. params: allDay (true: all-day events too; without it a note counts the pairs). Events that are free, cancelled or declined overlap nothing. high: none of them is tentative or unanswered. resolve lists what to move, each to the nearest time on that day and in that part of it that is free in all calendars.`,
  examples: [
    {
      says: 'When can I meet Ana for an hour next week, with a gap around it?',
      tool: 'calendar_analyze',
      call: {
        analysis: {
          type: 'availability',
          scope: { when: 'next week' },
          params: {
            durationMinutes: 60,
            bufferMinutes: 15,
            earliest: '10:00',
            latest: '16:00',
            attendees: ['ana@example.org'],
            limit: 5,
          },
        },
      },
    },
    {
      says: 'What overlaps this month?',
      tool: 'calendar_analyze',
      call: { analysis: { type: 'conflicts', scope: { when: 'this month' }, params: { limit: 5 } } },
    },
  ],
};
