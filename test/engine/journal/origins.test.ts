import { describe, expect, it } from 'vitest';
import type { Success } from '../../../schemas/answers/success.js';
import { POLICIES } from '../../../schemas/model/policy.js';
import type { Caller } from '../../../src/engine/context/service.js';
import type { StateStore } from '../../../src/ports/state-store.js';
import { createMemoryBackend } from '../../reference/memory-backend.js';
import { createMemoryStore } from '../../reference/memory-store.js';
import { event, ics, serviceOver } from '../service-on-memory.js';

const CLAUDE: Caller = { kind: 'assistant', name: 'claude-ai', version: '0.1.0' };
const OTHER: Caller = { kind: 'assistant', name: 'Other' };
const PERSON: Caller = { kind: 'person' };

const THEIRS = ics(
  ...event('UID:theirs@x', 'SUMMARY:Theirs', 'DTSTART:20261124T090000Z', 'DTEND:20261124T100000Z'),
);

/** A service over Work and Home, in which each call has its caller. */
function office(state?: StateStore) {
  const calendars = [
    { name: 'Work', objects: [THEIRS] },
    { name: 'Home', objects: [] },
  ];
  const backend = createMemoryBackend({ name: 'test', calendars });
  const service = serviceOver([backend], {}, undefined, (own) => state ?? own);
  const { signal } = new AbortController();
  return {
    write: async (caller: Caller, mutation: object): Promise<Record<string, unknown>> =>
      (await service.write({ mutation }, { signal, caller })).data,
    origins: async (): Promise<Record<string, unknown>> => {
      const fields = ['title', 'calendar', 'createdBy', 'createdByClient'];
      const query = { type: 'events', expand: false, fields };
      const { data }: Success = await service.read({ query }, { signal });
      const rows = data.events as {
        title: string;
        calendar: string;
        createdBy: string;
        createdByClient?: string;
      }[];
      return Object.fromEntries(
        rows.map((row) => [`${row.title} in ${row.calendar}`, row.createdByClient ?? row.createdBy]),
      );
    },
    byAssistant: async (): Promise<readonly unknown[]> => {
      const query = { type: 'events', expand: false, filters: { createdBy: 'assistant' }, fields: ['title'] };
      const { data } = await service.read({ query }, { signal });
      return (data.events as { title: string }[]).map(({ title }) => title);
    },
  };
}

const at = (day: number) => ({ start: `2026-11-${day}T09:00`, durationMinutes: 30 });
const create = (title: string, more: object = {}) => ({
  operation: 'create',
  data: { title, ...at(25), calendar: 'Work', ...more },
  allowConflicts: true,
});

describe('the origin of an event', () => {
  it('is the client that made it, or the person at the shell', async () => {
    const { write, origins, byAssistant } = office();
    await write(CLAUDE, create('Tea'));
    await write(OTHER, create('Cake'));
    await write(PERSON, create('Bread'));
    expect(await origins()).toEqual({
      'Tea in Work': 'claude-ai 0.1.0',
      'Cake in Work': 'Other',
      'Bread in Work': 'user',
      'Theirs in Work': 'user',
    });
    expect([...(await byAssistant())].sort()).toEqual(['Cake', 'Tea']);
  });

  it('stays with edits, moves, deletions and what takes them back, whoever does it', async () => {
    const { write, origins } = office();
    const { id: tea } = await write(CLAUDE, create('Tea'));
    const { id: bread } = await write(PERSON, create('Bread'));
    await write(PERSON, { operation: 'update', id: tea, changes: { location: 'Garden' } });
    await write(CLAUDE, { operation: 'update', id: bread, changes: { location: 'Garden' } });
    const moved = [
      await write(PERSON, { operation: 'move', id: tea, calendar: 'Home' }),
      await write(CLAUDE, { operation: 'move', id: bread, calendar: 'Home' }),
    ];
    const there = { 'Tea in Home': 'claude-ai 0.1.0', 'Bread in Home': 'user', 'Theirs in Work': 'user' };
    expect(await origins()).toEqual(there);
    for (const { id } of moved) await write(OTHER, { operation: 'delete', id });
    for (const { id } of moved) await write(PERSON, { operation: 'restore', id });
    expect(await origins()).toEqual(there);
    const { undoToken } = await write(OTHER, { operation: 'delete', id: moved[0]?.id });
    await write(PERSON, { operation: 'undo', undoToken });
    expect(await origins()).toEqual(there);
  });

  it('of the later part of a split is that of the series', async () => {
    const { write, origins } = office();
    const daily = { recurrence: { frequency: 'daily', count: 9 } };
    const split = (id: unknown) => ({
      operation: 'update',
      id: `${String(id).split('/')[0]}/20261128T0900`,
      scope: 'following',
      changes: { title: 'Later' },
      allowConflicts: true,
    });
    const ours = await write(CLAUDE, create('Ours', { ...daily, calendar: 'Home' }));
    await write(PERSON, split(ours.id));
    expect(await origins()).toMatchObject({ 'Later in Home': 'claude-ai 0.1.0' });
    const theirs = await write(PERSON, create('Their series', daily));
    await write(CLAUDE, split(theirs.id));
    expect(await origins()).toMatchObject({ 'Later in Work': 'user' });
  });

  it('of what is imported is known in its calendar only: whoever writes the text chooses the UID', async () => {
    const { write, origins } = office();
    const second = THEIRS.replace('SUMMARY:Theirs', 'SUMMARY:Double');
    await write(CLAUDE, { operation: 'import', ics: second, calendar: 'Home', allowDuplicates: true });
    expect(await origins()).toEqual({ 'Theirs in Work': 'user', 'Double in Home': 'claude-ai 0.1.0' });
  });

  it('of what is imported goes with it to another calendar', async () => {
    const { write, origins } = office();
    const own = THEIRS.replaceAll('heirs', 'eam')
      .replace('T090000Z', 'T150000Z')
      .replace('T100000Z', 'T160000Z');
    await write(CLAUDE, { operation: 'import', ics: own, calendar: 'Work' });
    await write(PERSON, { operation: 'update', filters: { title: 'Team' }, changes: { calendar: 'Home' } });
    expect(await origins()).toMatchObject({ 'Team in Home': 'claude-ai 0.1.0' });
    await write(PERSON, { operation: 'delete', filters: { title: 'Team' } });
    await write(PERSON, { operation: 'undo' });
    expect(await origins()).toMatchObject({ 'Team in Home': 'claude-ai 0.1.0' });
  });

  it('names a client on one short line', async () => {
    const { write, origins } = office();
    const name = `Cl\u202ea\nu\u0007de${'!'.repeat(500)}`;
    await write({ kind: 'assistant', name, version: '1\r\n2' }, create('Tea'));
    expect(await origins()).toMatchObject({ 'Tea in Work': `Claude${'!'.repeat(54)} 12` });
  });

  it('is known from what earlier versions kept', async () => {
    const state = createMemoryStore({ now: Date.now, timeZone: () => 'UTC' });
    await state.put('ledger/old', ['theirs@x']);
    const { origins } = office(state);
    expect(await origins()).toEqual({ 'Theirs in Work': 'assistant' });
  });
});

describe('an event of others under the UID of one that the assistant made', () => {
  const SERIES = { recurrence: { frequency: 'daily', count: 3 } };
  const OTHERS: readonly (readonly [string, (ics: string) => string])[] = [
    [
      'an invitation',
      (text) => text.replace('\r\nSUMMARY', '\r\nORGANIZER:mailto:bob@example.org\r\nSUMMARY'),
    ],
    [
      'an organizer without an address',
      (text) => text.replace('\r\nSUMMARY', '\r\nORGANIZER:urn:uuid:1\r\nSUMMARY'),
    ],
    ['what was made earlier', (text) => text.replace(/CREATED:\d{8}/, 'CREATED:20251123')],
    ['what was made later', (text) => text.replace(/CREATED:\d{8}/, 'CREATED:20261124')],
    [
      'an invitation to one occurrence',
      (text) =>
        text.replace(
          'END:VCALENDAR',
          event(
            /UID:.*/.exec(text)?.[0] ?? '',
            'RECURRENCE-ID:20261126T080000Z',
            'DTSTART:20261126T080000Z',
            'DTEND:20261126T083000Z',
            'ORGANIZER:mailto:bob@example.org',
            'SUMMARY:Tea',
          )
            .concat('END:VCALENDAR')
            .join('\r\n'),
        ),
    ],
  ];

  async function madeBefore(replaced: (ics: string) => string) {
    const state = createMemoryStore({ now: Date.now, timeZone: () => 'UTC' });
    const [made, { signal }] = [
      createMemoryBackend({ name: 'test', calendars: [{ name: 'Work', objects: [] }] }),
      new AbortController(),
    ];
    const first = serviceOver([made], {}, undefined, () => state);
    await first.write({ mutation: create('Tea', SERIES) }, { signal, caller: CLAUDE });
    const { data } = await first.read(
      { query: { type: 'events', format: 'ics', expand: false } },
      { signal },
    );
    const calendars = [{ name: 'Work', objects: [replaced(String(data.ics))] }];
    const there = createMemoryBackend({ name: 'test', calendars, ownAddresses: ['me@example.org'] });
    const read = { assistant: 'full', others: 'freebusy' } as const;
    const later = serviceOver([there], { policy: { ...POLICIES.trusted, read } }, undefined, () => state);
    const query = { type: 'events', expand: false, fields: ['title', 'createdBy'] };
    return (await later.read({ query }, { signal })).data.events;
  }

  it.each(OTHERS)('is not its work: %s', async (_, replaced) => {
    const isHidden = expect.objectContaining({ title: 'Busy', createdBy: 'user' });
    const events = (await madeBefore(replaced)) as readonly object[];
    expect(events.length).toBeGreaterThan(0);
    for (const one of events) expect(one).toEqual(isHidden);
  });

  it.each<readonly [string, (ics: string) => string]>([
    ['as it was made', (text) => text],
    ['edited', (text) => text.replace(/LAST-MODIFIED:\d{8}/, 'LAST-MODIFIED:20261130')],
    ['stamped by a server', (text) => text.replace(/CREATED:(\d{8}T\d{4})00/, 'CREATED:$159')],
    ['without a stamp', (text) => text.replace(/CREATED:.*\r\n/, '')],
    ['with guests', (text) => text.replace('\r\nSUMMARY', '\r\nORGANIZER:mailto:Me@example.org\r\nSUMMARY')],
  ])('is told from its own: %s', async (_, replaced) => {
    expect(await madeBefore(replaced)).toEqual([
      expect.objectContaining({ title: 'Tea', createdBy: 'assistant' }),
    ]);
  });
});
