import { describe, expect, it } from 'vitest';
import { CalendarError } from '../../../schemas/model/error.js';
import { POLICIES } from '../../../schemas/model/policy.js';
import type { CallContext } from '../../../src/engine/context/service.js';
import { readResource } from '../../../src/server/protocol/resources.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { failureOf } from '../../thrown.js';
import { breakable } from '../failing-backend.js';
import { event, ics, serviceOver } from '../service-on-memory.js';

const OBJECTS = [
  ics(...event('UID:dentist', 'SUMMARY:Dentist', 'DTSTART:20261124T090000Z', 'DURATION:PT1H')),
  ics(...event('UID:choir', 'SUMMARY:Choir', 'DTSTART:20261125T090000Z', 'DURATION:PT1H')),
];
const CONTEXT: CallContext = { signal: new AbortController().signal };
const LOG = { debug: () => undefined, info: () => undefined, warn: () => undefined };
const filters = { title: 'dentist', when: 'this week' };

const memory = () => createMemoryBackend({ name: 'test', calendars: [{ name: 'Shared', objects: OBJECTS }] });
const service = () => serviceOver([memory()], { policy: POLICIES.dedicated });
const textOf = async (uri: string, over = service()) => {
  const { contents } = await readResource(uri, { service: over, log: LOG }, CONTEXT);
  const [content] = contents;
  return content !== undefined && 'text' in content ? content.text : '';
};

describe('what finds nothing says how many events are withheld', () => {
  it.each(['delete', 'update', 'move'])('%s by filters', async (operation) => {
    const more = { update: { changes: { title: 'x' } }, move: { calendar: 'Shared' } }[operation];
    const error = await failureOf(service().write({ mutation: { operation, filters, ...more } }, CONTEXT));
    expect(error.code).toBe('NOT_FOUND');
    expect(error.message).toBe('The filters match no event that may be seen, so nothing was changed.');
    expect(error.info.details).toMatchObject({ withheld: { count: 2 } });
    expect(error.info.suggestion).toMatch(/^2 events are withheld/);
    expect(error.info.suggestion).not.toContain('Nothing similar');
  });

  it('in a period without any, those of other times', async () => {
    const mutation = { operation: 'delete', filters: { title: 'dentist', when: 'next year' } };
    const { info } = await failureOf(service().write({ mutation }, CONTEXT));
    expect(info.details).toMatchObject({ withheld: { count: 2 } });
  });

  it('each and pick, beside what they change', async () => {
    const over = service();
    const data = { title: 'Own dentist', start: '2026-11-26T09:00' };
    await over.write({ mutation: { operation: 'create', data } }, CONTEXT);
    for (const more of [{ each: true }, { pick: 'first' }]) {
      const mutation = { operation: 'update', filters, ...more, changes: { location: 'x' }, dryRun: true };
      const { meta } = await over.write({ mutation }, CONTEXT);
      expect(meta.notes).toContainEqual(expect.stringMatching(/^2 events are withheld/));
    }
  });

  it.each([
    { type: 'attention', scope: { when: 'this week' } },
    { type: 'duplicates', scope: { when: 'this week' } },
    { type: 'time_stats', scope: { when: 'this week' } },
    { type: 'parse_text', params: { text: 'cancel the dentist on friday' } },
  ])('$type', async (analysis) => {
    const { meta } = await service().analyze({ analysis }, CONTEXT);
    expect(meta.withheld).toEqual({ count: 2 });
    expect(meta.notes).toContainEqual(expect.stringMatching(/^2 events are withheld/));
    expect(JSON.stringify(meta.notes)).not.toContain('Nothing is open');
  });

  it('an agenda, and an event as iCalendar', async () => {
    expect(await textOf('calendar://agenda/this%20week')).toBe(
      '(no rows)\n\n2 events withheld: shown only where the user agrees (calendar_read).',
    );
    await expect(textOf('calendar://event/dentist.ics')).rejects.toThrow(/1 event withheld/);
    await expect(textOf('calendar://event/dentist')).rejects.toThrow(/PERMISSION_DENIED/);
  });
});

it('resources name the accounts that were not read', async () => {
  const dead = breakable({ ...createMemoryBackend({ name: 'dead', calendars: [] }) });
  dead.failCalendars = new CalendarError('UNAVAILABLE', 'The server does not answer.');
  const over = serviceOver([memory(), dead.backend], { policy: POLICIES.trusted });
  expect(await textOf('calendar://agenda/this%20week', over)).toMatch(
    /Dentist[\s\S]*\n\nNot read: dead\/\* \(/,
  );
  expect(JSON.parse(await textOf('calendar://calendars', over))).toMatchObject({
    calendars: [{ name: 'Shared' }],
    notes: [expect.stringMatching(/^Not read: dead\/\*/), expect.stringMatching(/could not be read/)],
  });
});
