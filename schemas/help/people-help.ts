import { COLOR_NAMES } from '../model/color-names.js';
import type { HelpTopic } from './help-topic.js';

export const PEOPLE_HELP: HelpTopic = {
  topic: 'people',
  about: 'names of people, address book, groups, rooms, proposals, attachments, color, out of office',
  text: `Names: attendees and addAttendees take addresses or names ("Ana", or {"name":"Ana","role":"optional"}). A name is looked up in the address books, then in the directory of the server, then among the people of events. One address is used and shown (resolved); several are AMBIGUOUS_TARGET with the choices; none is NOT_FOUND. {"name":"Choir","expand":true} invites the members of a group.
{"query":{"type":"people","filters":{"text":"ana","kind":"person"}}}: names, addresses, kinds (person, group, room, resource), own (the user), members of groups. Several: "OR":[{"text"},{"text"}]. 50 by default; limit and offset.
Rooms: availability with rooms 1 (any one that the server tells of) or ["Blue Room"]: each slot names the rooms that are free during all of it. A room among the attendees is invited as one, and rooms tells its answer.
propose {"start","end"} in respond: another time, as a comment of a tentative or declined answer; notes say who sees it. Refused where the server passes on no answers.
calendars with fields ["name","access"]: who has access (null: the server does not tell).
attachments: [https link or {"url","name","type"}]; addAttachments, removeAttachments [link or name]. Files in an event are named with their size, and fetch shows small text ones.
color: ${[...COLOR_NAMES.keys()].join(', ')}; not every client shows it. kind: out_of_office or working_elsewhere, as Outlook and Exchange store it. conference: a link, or {"url","label","features":["phone"]}.`,
  examples: [
    {
      says: 'Invite Ana and the blue room',
      tool: 'calendar_write',
      call: {
        mutation: {
          operation: 'create',
          data: {
            title: 'Plans',
            start: 'friday 10:00',
            durationMinutes: 60,
            attendees: ['Ana', 'Blue Room'],
          },
        },
      },
    },
    {
      says: 'When are Ana and any room free?',
      tool: 'calendar_analyze',
      call: {
        analysis: {
          type: 'availability',
          scope: { when: 'next week' },
          params: { durationMinutes: 60, attendees: ['Ana'], rooms: 1 },
        },
      },
    },
    {
      says: "What is Ben's address?",
      tool: 'calendar_read',
      call: { query: { type: 'people', filters: { text: 'ben' } } },
    },
    {
      says: 'Could we meet on Friday at 10 instead?',
      tool: 'calendar_write',
      call: {
        mutation: {
          operation: 'respond',
          filters: { title: 'planning' },
          response: 'tentative',
          propose: { start: 'friday 10:00', end: 'friday 11:00' },
        },
      },
    },
  ],
};
