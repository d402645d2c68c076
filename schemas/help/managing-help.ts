import { MAX_BATCH } from '../input/mutation.js';
import type { HelpTopic } from './help-topic.js';

export const BATCH_HELP: HelpTopic = {
  topic: 'batch',
  about:
    'several changes at once: each, batch, atomic, import of iCalendar; undo, restore, trash; idempotencyKey',
  text: `each true, with filters: the change is made to every match (up to ${MAX_BATCH}); dryRun lists them first.
batch: operations, up to ${MAX_BATCH}, on events and calendars, in order: an operation can use a calendar that an earlier one created. If some fail, outcome is partly_applied and results starts with the failures, each with its index; if all fail, the call fails.
atomic true (batch, each): all or none. To swap two events, a batch of two updates, each with the start of the other.
import: ics (a VCALENDAR of up to 500 events), calendar. Every property is kept and nobody is notified; serverChanged names what the server itself changed. METHOD CANCEL, REPLY and other messages are refused. An event that the calendar has already (same UID) is skipped; of another version, different names the fields that differ; skipped is also one that looks like another (same title and times), unless allowDuplicates is true. failed has the position of what could not be stored; with atomic true, nothing is stored then. Repeating an import that stopped imports the rest.
undo: the last write of this conversation (any: true: of all), or the one of undoToken, if nobody changed the event since; undone names what it was, changed what is back. A batch is one write.
restore: filters or id of a deleted event, or of an occurrence taken out of its series (a period names these, as does the series' own id); calendar names another one to restore an event into. Read the trash with filters {"deleted":true}.
idempotencyKey: repeating a call with the same key within a week has no further effect while its event is there (deleted or undone, it is made again); answers then say replayed. Without one, creating an equal event within ten minutes is POSSIBLE_DUPLICATE.`,
  examples: [
    {
      says: 'Cancel all standups next week; show me first',
      tool: 'calendar_write',
      call: {
        mutation: {
          operation: 'delete',
          filters: { title: 'standup', when: 'next week' },
          each: true,
          dryRun: true,
        },
      },
    },
    {
      says: 'Two things at once, both or none',
      tool: 'calendar_write',
      call: {
        mutation: {
          operation: 'batch',
          atomic: true,
          operations: [
            {
              operation: 'create',
              data: { title: 'Planning', start: 'friday 09:00', durationMinutes: 30 },
            },
            { operation: 'delete', id: 'k3v9x2m8qa' },
          ],
        },
      },
    },
    { says: 'Undo that', tool: 'calendar_write', call: { mutation: { operation: 'undo' } } },
    {
      says: 'What did I delete?',
      tool: 'calendar_read',
      call: { query: { type: 'events', filters: { deleted: true } } },
    },
    {
      says: 'Bring it back',
      tool: 'calendar_write',
      call: { mutation: { operation: 'restore', filters: { title: 'swimming', when: 'saturday' } } },
    },
  ],
};

export const CALENDARS_HELP: HelpTopic = {
  topic: 'calendars',
  about: 'calendars themselves: list, rename, color, remove; permissions, confirmToken, sync, accounts',
  text: `Everywhere a calendar goes by its name, "account/name" or id. Rows of type calendars say color, description (where there is one), writable, and readOnlyReason where it is not; a write there is READ_ONLY. Without data.calendar the default calendar is used, where there is one.
target "calendar": create with data title (its name), color "#3366cc", description, account; update with id and changes title, color, description; delete with id.
Deleting a calendar always answers CONFIRMATION_REQUIRED: tell the user what pendingAction says, and only if they agree repeat the same call with its token as confirmToken (once, within ten minutes, while nothing changed). In a batch repeat the whole call; one token is for all of it. Undo brings the calendar and its events back unless soft is false.
sync: brings the copies of CalDAV calendars on this computer up to date and says what changed; full fetches everything again, calendar names one. Reading does this by itself; refresh on a query asks the servers now.
calendar_analyze status: accounts, whether they can be reached, and limits.`,
  examples: [
    { says: 'Which calendars are there?', tool: 'calendar_read', call: { query: { type: 'calendars' } } },
    {
      says: 'A green calendar for the choir',
      tool: 'calendar_write',
      call: {
        mutation: { operation: 'create', target: 'calendar', data: { title: 'Choir', color: '#2e8b57' } },
      },
    },
    {
      says: 'Rename it',
      tool: 'calendar_write',
      call: {
        mutation: { operation: 'update', target: 'calendar', id: 'Choir', changes: { title: 'Band' } },
      },
    },
    {
      says: 'Delete it; the user agreed to what was shown',
      tool: 'calendar_write',
      call: {
        mutation: { operation: 'delete', target: 'calendar', id: 'Band', confirmToken: 'cVq0x1Yk2' },
      },
    },
    { says: 'Fetch what is new', tool: 'calendar_write', call: { mutation: { operation: 'sync' } } },
  ],
};
