import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { Success } from '../../../schemas/answers/success.js';
import { backendOn, temporaryFolder } from '../../backends/local/folder.js';
import { mirroredAccount } from '../../backends/mirror/account.js';
import { startSyncServer } from '../../backends/mirror/sync-server.js';
import { openStore } from '../../state/mirror/open-store.js';
import { failureOf } from '../../thrown.js';
import { type Desk, desk, deskOver, event, ics } from '../service-on-memory.js';

const RULE = 'RRULE:FREQ=FORTNIGHTLY;BYDAY=MO';

/** From 9 November 2026, and nobody knows when again. */
function series(...lines: readonly string[]): string {
  return ics(
    ...event(
      'UID:club',
      'SUMMARY:Club',
      'DTSTART;TZID=Europe/Berlin:20261109T100000',
      'DTEND;TZID=Europe/Berlin:20261109T110000',
      ...(lines.length === 0 ? [RULE] : lines),
    ),
  );
}

function inFolder(text: string): { readonly desk: Desk; stored(): string } {
  const dir = temporaryFolder();
  const path = join(dir, 'Work', 'club.ics');
  mkdirSync(join(dir, 'Work'));
  writeFileSync(path, text);
  return { desk: deskOver([backendOn(dir)]), stored: () => readFileSync(path, 'utf8') };
}

async function overCopy(text: string): Promise<Desk> {
  const [server, opened] = [await startSyncServer(), await openStore()];
  const account = mirroredAccount(server, opened);
  onTestFinished(async () => {
    await account.close();
    opened.close();
    await server.close();
  });
  server.put('club.ics', text);
  return deskOver([account]);
}

const WHENS = [
  ['the past', { between: ['2020-01-01', '2020-12-31'] }, 0],
  ['its first start', { between: ['2026-11-09', '2026-11-15'] }, 1],
  ['later', { between: ['2026-11-23', '2026-11-29'] }, 0],
  ['years ahead', { between: ['2040-01-01', '2040-01-31'] }, 0],
] as const;

function expectTold({ meta }: Success, reason: string): void {
  expect(meta.notes).toContain('Some events cannot be read, or only in part (see sources).');
  const problems = (meta.sources as { problems?: readonly unknown[] }[]).flatMap((one) => one.problems ?? []);
  expect(problems).toEqual([{ ref: expect.stringMatching(/\S/), reason: expect.stringContaining(reason) }]);
}

describe.each([
  ['in memory', async (text: string) => desk([text])],
  ['in a folder', async (text: string) => inFolder(text).desk],
  ['in a copy of a CalDAV account', overCopy],
])('a series %s whose rule cannot be read', (_name, over) => {
  it.each(WHENS)('is named in a window of %s', async (_when, when, count) => {
    const answer = await (await over(series())).read({ query: { type: 'events', filters: { when } } });
    expect((answer.data as { events: unknown[] }).events).toHaveLength(count);
    expectTold(answer, 'rule');
  });

  it('is named where free time is asked for, and in a free/busy answer', async () => {
    const at = await over(series());
    const next = { between: ['2026-11-23', '2026-11-27'] };
    expectTold(await at.analyze({ analysis: { type: 'availability', scope: { when: next } } }), 'rule');
    expectTold(await at.read({ query: { type: 'freebusy', filters: { when: next } } }), 'rule');
  });

  it('is named when its single dates cannot be read', async () => {
    const at = await over(series('RDATE:whenever'));
    expectTold(await at.read({ query: { type: 'events', filters: { when: '2026-11-24' } } }), 'RDATE');
  });
});

describe('a rule that cannot be read survives', () => {
  const club = async (at: Desk): Promise<string> => {
    const answer = await at.read({ query: { type: 'events', filters: { when: '2026-11-09' } } });
    return (answer.data as { events: { id: string }[] }).events[0]?.id ?? '';
  };

  it.each([
    ['a new title for all', { scope: 'all', changes: { title: 'Choir' } }],
    ['a new title for one', { scope: 'this', changes: { title: 'Choir' } }],
    ['another length', { scope: 'all', changes: { durationMinutes: 30 } }],
  ])('%s', async (_name, rest) => {
    const { desk: at, stored } = inFolder(series());
    await at.write({ mutation: { operation: 'update', id: await club(at), ...rest } });
    expect(stored()).toContain(RULE);
    expect(stored()).not.toBe(series());
  });

  it('the deletion of the one occurrence that is known', async () => {
    const { desk: at, stored } = inFolder(series());
    await at.write({ mutation: { operation: 'delete', id: await club(at), scope: 'this' } });
    expect(stored()).toContain(RULE);
    expect(stored()).toContain('EXDATE');
    expectTold(await at.read({ query: { type: 'events', filters: { when: '2026-11-09' } } }), 'rule');
  });

  it.each([
    ['another rule', { scope: 'all', changes: { recurrence: { frequency: 'weekly' } } }],
    ['another end', { scope: 'all', changes: { recurrence: { until: '2027-01-31' } } }],
    ['no rule', { scope: 'all', changes: { recurrence: null } }],
    ['another start', { scope: 'all', changes: { start: '2026-11-09T12:00' } }],
  ])('%s is refused', async (_name, rest) => {
    const { desk: at, stored } = inFolder(series());
    const mutation = { operation: 'update', id: await club(at), ...rest };
    expect(await failureOf(at.write({ mutation }))).toMatchObject({
      code: 'UNSUPPORTED',
      info: { outcome: 'not_applied' },
    });
    expect(stored()).toBe(series());
  });
});
