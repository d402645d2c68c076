// @module-tag slow
import { beforeAll, describe, expect, it } from 'vitest';
import { listedTools } from '../../../src/server/listed-tools.js';
import { some } from '../../cases.js';
import { call } from '../connect.js';
import { type LegacyCase, PROFILES, withIds } from './legacy-fixture.js';
import { eachOnNewServer, idsByTitle, type Json, open, server, stored } from './legacy-server.js';

const ALIASES = PROFILES.flatMap(({ aliases }) => aliases);
/** What no event of the assistant has in it. */
const HIDDEN = /Dentist|Fair|Standup|Review|会议|Kirchstraße|bugs|Bill|Watering|Draft|购物/;

/** Of each tool one call of each kind. */
const ROWS = [
  ...new Map(
    PROFILES.flatMap(({ fixture }) =>
      fixture.cases.flatMap((row) => (row.call === undefined ? [] : [[kindOf(row), row] as const])),
    ),
  ).values(),
];

function kindOf({ tool, call: made }: LegacyCase): string {
  const [inner] = Object.values(made?.arguments ?? {}) as Json[];
  return JSON.stringify([tool, made?.name, inner?.operation, inner?.type]);
}

const titled = (rows: readonly LegacyCase[]) =>
  some(rows).map((row) => [`${row.tool} ${JSON.stringify(row.args)}`, row] as const);
const mutationIn = ({ call: made }: LegacyCase) => made?.arguments.mutation as Json | undefined;
const writes = ROWS.filter((row) => {
  const { operation = 'sync', dryRun } = mutationIn(row) ?? {};
  return operation !== 'sync' && dryRun !== true;
});
const reads = ROWS.filter(({ call: made }) => made?.name === 'calendar_read' && !isOfCalendars(made));

function isOfCalendars({ arguments: { query } }: NonNullable<LegacyCase['call']>): boolean {
  return (query as Json).type === 'calendars';
}

/** A failure in the form of any profile. */
function failureIn({ error, ...rest }: Json): Json {
  return typeof error === 'object' ? { ...rest, ...error } : rest;
}

/** What the tool takes a token as. */
function agreement(name: string, token: unknown): Json {
  const { properties = {} } = ALIASES.find(({ tool }) => tool.name === name)?.tool.inputSchema ?? {};
  return 'confirmationToken' in properties
    ? { confirmationToken: token, confirmed: true }
    : { confirmToken: token };
}

eachOnNewServer(ALIASES, 'once');
let ids: ReadonlyMap<string, string>;
beforeAll(async () => {
  ids = await idsByTitle();
});

it('a server that only reads lists no tool that writes, and runs none', async () => {
  const listed = new Set(
    listedTools(ALIASES, { policy: { readOnly: true }, tasks: true }).map(({ name }) => name),
  );
  expect(ALIASES.filter(({ tool, writes: isWriting }) => listed.has(tool.name) === isWriting)).toEqual([]);
  // Here they are listed nevertheless.
  const own = await open(ALIASES, { readOnly: true });
  const before = await stored(own);
  for (const { tool, args } of writes) {
    const { failed, json } = await call(own.client, tool, withIds(args, ids));
    expect(failed).toBe(true);
    expect(failureIn(json)).toMatchObject({ code: 'READ_ONLY', outcome: 'not_applied' });
  }
  expect(await stored(own)).toEqual(before);
});

describe('where every change needs the agreement of a person', () => {
  const policy = { write: { create: 'confirm', update: 'confirm', delete: 'confirm' } };

  it.each(titled(writes))('%s is asked about, and done once', async (_, { tool, args }) => {
    const [own, free] = [await open(ALIASES, policy), await open(ALIASES)];
    const { client } = own;
    const given = withIds(args, ids);
    const before = await stored(own);
    const asked = failureIn((await call(client, tool, given)).json);
    expect(asked).toMatchObject({ code: 'CONFIRMATION_REQUIRED', outcome: 'not_applied' });
    const { token } = asked.pendingAction as Json;
    const [argument = ''] = Object.keys(agreement(tool, token));
    expect(asked.suggestion).toContain(argument);
    const forged = await call(client, tool, { ...given, ...agreement(tool, 'cForged') });
    expect(failureIn(forged.json)).toMatchObject({ code: 'CONFIRMATION_INVALID', path: `/${argument}` });
    expect(await stored(own)).toEqual(before);

    const agreed = { ...given, ...agreement(tool, token) };
    const done = await call(client, tool, agreed);
    expect(done.failed, JSON.stringify(done.json)).toBe(false);
    expect(JSON.stringify(done.json)).not.toContain(token);
    await call(free.client, tool, given);
    const after = await stored(own);
    expect(after).toEqual(await stored(free));
    await call(client, tool, agreed);
    expect(await stored(own)).toEqual(after);
  });
});

describe('where events of others are shown when a person agrees', () => {
  it.each(titled(reads))('%s counts them, and shows them once', async (_, { tool, args }) => {
    const { client } = await open(ALIASES, 'dedicated');
    const given = withIds(args, ids);
    const shown = await answerOf(server.client, tool, given);
    const { withheld, ...rest } = await answerOf(client, tool, given);
    if (withheld === undefined) return expect(rest).toEqual(shown);
    expect(JSON.stringify(rest)).not.toMatch(HIDDEN);
    const { count, token, suggestion } = withheld as Json;
    expect(count).toBeGreaterThan(0);
    const agreed = agreement(tool, token);
    expect(suggestion).toContain(Object.keys(agreed)[0]);
    expect(await answerOf(client, tool, { ...given, ...agreed })).toEqual(shown);
    const again = await call(client, tool, { ...given, ...agreed });
    expect(failureIn(again.json)).toMatchObject({ code: 'CONFIRMATION_INVALID' });
  });

  it.each([
    ['delete-events-by-keyword', { keyword: 'Plan', calendar: 'Work', confirm: true }, 'deletedCount'],
    [
      'fix-event-times',
      {
        calendar: 'Work',
        datePattern: '2026-12-03',
        corrections: [{ keyword: 'Plan', newStartTime: '10:00', newEndTime: '11:00' }],
      },
      'successCount',
    ],
  ])('%s changes the assistant’s own, and counts the others', async (tool, args, changed) => {
    const { client } = await open(ALIASES, 'dedicated');
    const data = { title: 'Plan', start: '2026-12-03T09:00', calendar: 'Work' };
    await call(client, 'calendar_write', { mutation: { operation: 'create', data } });
    const answer = await answerOf(client, tool, args);
    expect(answer).toMatchObject({ [changed]: 1, withheld: { count: expect.any(Number) } });
  });

  async function answerOf(client: typeof server.client, tool: string, args: Json): Promise<Json> {
    const { failed, json } = await call(client, tool, args);
    expect(failed, JSON.stringify(json)).toBe(false);
    const { _migration, ...answer } = json;
    return answer;
  }
});
