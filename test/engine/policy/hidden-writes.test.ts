// @module-tag slow
import { describe, expect, it } from 'vitest';
import { POLICIES, type Policy } from '../../../schemas/model/policy.js';
import type { CalendarService } from '../../../src/engine/context/service.js';
import { eventId } from '../../../src/engine/sources/event-id.js';
import { createToolRunner } from '../../../src/server/run-tool.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { createMemoryStore } from '../../reference/memory-store.js';
import { PROFILES } from '../../server/legacy/legacy-fixture.js';
import { failureOf } from '../../thrown.js';
import { event, ics, NOW, serviceOver } from '../service-on-memory.js';
import { UIDS } from './two-worlds.js';
import { underEarlierNames } from './ways-in.js';

const CLOCK = { now: () => Date.parse(NOW), timeZone: () => 'Europe/Berlin' };
const SILENT = { debug: () => undefined, info: () => undefined, warn: () => undefined };
const CONTEXT = { signal: new AbortController().signal } as const;
const PERSON = { ...CONTEXT, caller: { kind: 'person' } } as const;

const at = (uid: string, title: string, start: string, ...more: readonly string[]) =>
  ics(...event(`UID:${uid}`, `SUMMARY:${title}`, `DTSTART:${start}`, 'DURATION:PT1H', ...more));

const todo = (uid: string, ...more: readonly string[]) =>
  ics('BEGIN:VTODO', `UID:${uid}`, 'DUE:20261124T170000Z', ...more, 'END:VTODO');

const OBJECTS = [
  at(UIDS.one, 'Dentist', '20261124T090000Z'),
  ics(
    ...event(
      `UID:${UIDS.series}`,
      'SUMMARY:Standup',
      'DTSTART;TZID=Europe/Berlin:20261123T140000',
      'DURATION:PT1H',
      'RRULE:FREQ=WEEKLY;COUNT=4',
    ),
  ),
  at(
    UIDS.invited,
    'Review',
    '20261125T090000Z',
    'ORGANIZER:mailto:ann@x.org',
    'ATTENDEE:mailto:me@example.org',
  ),
  at(UIDS.twin, 'Review', '20261125T090000Z'),
  at(UIDS.day, 'Fair', '20261126T090000Z'),
  todo(UIDS.task, 'SUMMARY:Errand'),
  todo(UIDS.chores, 'SUMMARY:Chores', 'RRULE:FREQ=WEEKLY;COUNT=4'),
];

/** A person's calendar, with services on it for the person and for an assistant. */
function worldUnder(policy: Policy) {
  const calendars = [
    { name: 'Shared', objects: OBJECTS },
    { name: 'Archive', objects: [] },
  ];
  const backend = createMemoryBackend({ name: 'test', calendars, ownAddresses: ['me@example.org'] });
  const state = createMemoryStore(CLOCK);
  const over = (one: Policy) => serviceOver([backend], { policy: one }, undefined, () => state);
  return {
    person: over(POLICIES.trusted),
    assistant: over(policy),
    /** What is stored of the person's events, byte for byte. */
    async stored(withPlace = true): Promise<string> {
      const texts = (await backend.calendars(CONTEXT)).map(async (calendar) => {
        const { objects } = await backend.scan({ kind: 'all', calendar }, CONTEXT);
        return objects.map((object) => `${withPlace ? calendar.name : ''}\n${object.ics}`);
      });
      const isPersons = (text: string) => Object.values(UIDS).some((uid) => text.includes(`UID:${uid}\r`));
      return (await Promise.all(texts)).flat().filter(isPersons).sort().join('\n');
    },
    async id(uid: string): Promise<string> {
      const [shared] = await backend.calendars(CONTEXT);
      return eventId(shared?.id ?? '', uid);
    },
  };
}

interface Way {
  /** What the person did before; its token is in `undoToken`. */
  readonly first?: (id: string) => object;
  readonly call: (id: string, undoToken: unknown, series: string) => object;
}

const rename = { operation: 'update', changes: { title: 'New' } };
const when = { when: { between: ['2026-11-24', '2026-11-30'] } };

/** What needs all that an event says. */
const OF_ALL = ['an answer', 'a completion', 'a completion of one of a series'];

/** Filters find nothing of what is not shown at all, and invitations that are not shown cannot be answered. */
const NO_WAY: Readonly<Record<string, readonly string[]>> = {
  dedicated: [...OF_ALL, 'a change by filters', 'each by filters'],
  freebusy: OF_ALL,
  summary: OF_ALL,
};

/** Every way to an event that is not shown. */
const WAYS: Readonly<Record<string, Way>> = {
  'a change by id': { call: (id) => ({ ...rename, id }) },
  'a change by raw UID': { call: () => ({ ...rename, id: UIDS.one }) },
  'a change of one occurrence': {
    call: (_, __, series) => ({ ...rename, id: `${series}/20261130T1400`, scope: 'this' }),
  },
  'a change from one occurrence on': {
    call: (_, __, series) => ({ ...rename, id: `${series}/20261130T1400`, scope: 'following' }),
  },
  'new people': {
    call: () => ({ operation: 'update', id: UIDS.one, changes: { addAttendees: ['x@x.org'] } }),
  },
  'a move by a change': {
    call: () => ({ operation: 'update', id: UIDS.one, changes: { calendar: 'Archive' } }),
  },
  'a deletion by raw UID': { call: () => ({ operation: 'delete', id: UIDS.one }) },
  'a deletion for good': { call: () => ({ operation: 'delete', id: UIDS.one, soft: false }) },
  'a deletion of a series': { call: () => ({ operation: 'delete', id: UIDS.series, scope: 'all' }) },
  'an answer': { call: () => ({ operation: 'respond', id: UIDS.one, response: 'accepted' }) },
  'a move': { call: (id) => ({ operation: 'move', id, calendar: 'Archive' }) },
  'a change by filters': { call: (id) => ({ ...rename, filters: { id } }) },
  'each by filters': { call: () => ({ operation: 'delete', filters: when, each: true }) },
  'a batch': {
    call: (id) => ({
      operation: 'batch',
      operations: [
        { operation: 'create', data: { title: 'Own', start: 'tomorrow 9:00' } },
        { ...rename, id },
      ],
    }),
  },
  'a completion': { call: () => ({ operation: 'complete', id: UIDS.task }) },
  'a completion of one of a series': { call: () => ({ operation: 'complete', id: UIDS.chores }) },
  'an undo of a change': {
    first: (id) => ({ ...rename, id }),
    call: (_, undoToken) => ({ operation: 'undo', undoToken }),
  },
  'an undo of a deletion': {
    first: (id) => ({ operation: 'delete', id }),
    call: (_, undoToken) => ({ operation: 'undo', undoToken }),
  },
  'an undo of a move': {
    first: (id) => ({ operation: 'move', id, calendar: 'Archive' }),
    call: (_, undoToken) => ({ operation: 'undo', undoToken }),
  },
  'an undo of the last write of all': {
    first: (id) => ({ operation: 'delete', id }),
    call: () => ({ operation: 'undo', any: true }),
  },
  'a restore': {
    first: (id) => ({ operation: 'delete', id }),
    call: (id) => ({ operation: 'restore', id }),
  },
  'a restore into another calendar': {
    first: (id) => ({ operation: 'delete', id }),
    call: (id) => ({ operation: 'restore', id, calendar: 'Archive' }),
  },
  'the deletion of its calendar': {
    call: () => ({ target: 'calendar', operation: 'delete', id: 'Shared' }),
  },
};

async function made(way: Way, policy: Policy) {
  const { person, assistant, stored, id } = worldUnder(policy);
  const one = await id(UIDS.one);
  const undoToken = way.first && (await person.write({ mutation: way.first(one) }, PERSON)).data.undoToken;
  return { assistant, stored, mutation: way.call(one, undoToken, await id(UIDS.series)) };
}

/** Enough ways where another policy hides the same event. */
const FEW = ['a change by id', 'a deletion by raw UID', 'a change by filters', 'each by filters'];
const few = Object.entries(WAYS).filter(([name]) => FEW.includes(name));

const HIDING: Readonly<Record<string, Policy>> = {
  dedicated: POLICIES.dedicated,
  freebusy: { ...POLICIES.trusted, read: { assistant: 'full', others: 'freebusy' } },
  summary: { ...POLICIES.trusted, read: { assistant: 'full', others: 'summary' } },
};

describe.each(Object.entries(HIDING))('an event that is not shown in full (%s)', (hiding, policy) => {
  const isNoWay = (name: string) => NO_WAY[hiding]?.includes(name) === true;

  it.each(hiding === 'dedicated' ? Object.entries(WAYS) : few)(
    'is changed by agreement only: %s',
    async (name, way) => {
      const { assistant, stored, mutation } = await made(way, policy);
      const before = await stored();
      const { code, info } = await failureOf(assistant.write({ mutation }, CONTEXT));
      if (isNoWay(name)) {
        expect(['NOT_FOUND', 'PERMISSION_DENIED', 'INVALID_ARGUMENT']).toContain(code);
        expect(await stored()).toBe(before);
        return;
      }
      expect([code, info.outcome]).toEqual(['CONFIRMATION_REQUIRED', 'not_applied']);
      const reason = { setting: 'policy.write.hidden' };
      expect(info.pendingAction?.because).toContainEqual(reason);
      expect(await stored()).toBe(before);
      const confirmToken = info.pendingAction?.token;
      await assistant.write({ mutation: { ...mutation, confirmToken } }, CONTEXT);
      expect(await stored()).not.toBe(before);
    },
  );

  it('is not changed by an import of the same UID', async () => {
    const { assistant, stored } = worldUnder(policy);
    const before = await stored();
    const text = at(UIDS.one, 'Other', '20261124T100000Z');
    await assistant.write({ mutation: { operation: 'import', ics: text, calendar: 'Shared' } }, CONTEXT);
    expect(await stored()).toBe(before);
  });

  it.each(hiding === 'freebusy' ? Object.entries(WAYS) : few)(
    'is not changed where that is denied: %s',
    async (name, way) => {
      const denying = { ...policy, write: { ...policy.write, hidden: 'deny' } } as const;
      const { assistant, stored, mutation } = await made(way, denying);
      const before = await stored();
      const { code } = await failureOf(assistant.write({ mutation }, CONTEXT));
      if (!isNoWay(name)) expect(code).toBe('POLICY_DENIED');
      expect(await stored()).toBe(before);
    },
  );
});

describe.each([
  { operation: 'complete', children: true },
  { operation: 'delete', children: true },
  { operation: 'move', calendar: 'Archive' },
  { operation: 'update', changes: { calendar: 'Archive' } },
])('$operation of an own task with parts of the person', (call) => {
  async function withPart(hidden: 'confirm' | 'deny') {
    const read = { assistant: 'full', others: 'freebusy' } as const;
    const world = worldUnder({ ...POLICIES.trusted, read, write: { ...POLICIES.trusted.write, hidden } });
    const data = { title: 'Own', calendar: 'Shared' };
    const create = { operation: 'create', type: 'task', data };
    const { id } = (await world.assistant.write({ mutation: create }, CONTEXT)).data;
    const part = { operation: 'update', id: UIDS.task, changes: { parent: id } };
    await world.person.write({ mutation: part }, PERSON);
    return { ...world, before: await world.stored(), mutation: { ...call, id } };
  }

  it('asks, because they are not shown', async () => {
    const { assistant, stored, before, mutation } = await withPart('confirm');
    const { code, info } = await failureOf(assistant.write({ mutation }, CONTEXT));
    expect(code).toBe('CONFIRMATION_REQUIRED');
    expect(info.pendingAction?.because).toContainEqual({ setting: 'policy.write.hidden' });
    expect(await stored()).toBe(before);
    const confirmToken = info.pendingAction?.token;
    await assistant.write({ mutation: { ...mutation, confirmToken } }, CONTEXT);
    expect(await stored()).not.toBe(before);
  });

  it('is refused where that is denied', async () => {
    const { assistant, stored, before, mutation } = await withPart('deny');
    expect((await failureOf(assistant.write({ mutation }, CONTEXT))).code).toBe('POLICY_DENIED');
    expect(await stored()).toBe(before);
  });
});

describe.each(PROFILES)('the older tools of $name', ({ aliases, fixture }) => {
  const run = async (service: CalendarService) => {
    const call = createToolRunner({ service, aliases, log: SILENT });
    const writes = fixture.cases.filter((row) => row.call?.name === 'calendar_write');
    for (const { tool, args } of underEarlierNames(writes)) await call(tool, args, CONTEXT);
  };

  it('change nothing that is not shown', async () => {
    const { assistant, stored } = worldUnder(POLICIES.dedicated);
    // Calendars may be renamed.
    const before = await stored(false);
    await run(assistant);
    expect(await stored(false)).toBe(before);
  });

  it('change it where everything is shown', async () => {
    const { assistant, stored } = worldUnder(POLICIES.trusted);
    const before = await stored(false);
    await run(assistant);
    expect(await stored(false)).not.toBe(before);
  });
});
