// @module-tag programs
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client as ModernClient } from '@modelcontextprotocol/client';
import { StdioClientTransport as ModernStdio } from '@modelcontextprotocol/client/stdio';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ElicitRequestSchema, type ElicitResult } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { patient } from '../patience.js';
import { builtMain } from './built-server.js';
import { type Sandbox, sandbox } from './stdio-process.js';

/** What a person does who is asked; `leave` ends the client. */
type Person = (leave: () => Promise<void>) => ElicitResult | Promise<ElicitResult>;

interface Asked {
  /** Ends the input of the program, and waits until it ends: `close` kills it after seconds. */
  leave(): Promise<void>;
  write(mutation: object): Promise<unknown>;
  close(): Promise<void>;
}

const NAME = { name: 'test', version: '0' };
const program = ({ env }: Sandbox) => ({
  ...{ command: process.execPath, args: [builtMain()], env, stderr: 'ignore' as const },
});
const toolCall = (mutation: object) => ({ name: 'calendar_write', arguments: { mutation } });

type Connect = (box: Sandbox, person?: Person) => Promise<Asked>;

/** The shipped program with a client of each revision, which has forms where it has a person. */
const REVISIONS: readonly (readonly [string, Connect])[] = [
  [
    '2025-11-25',
    async (box, person) => {
      const client = patient(new Client(NAME, { capabilities: person ? { elicitation: {} } : {} }));
      const transport = new StdioClientTransport(program(box));
      const leave = leaving(transport);
      if (person) client.setRequestHandler(ElicitRequestSchema, () => person(leave));
      await client.connect(transport);
      return {
        leave,
        write: async (mutation) => (await client.callTool(toolCall(mutation))).structuredContent,
        close: () => client.close(),
      };
    },
  ],
  [
    '2026-07-28',
    async (box, person) => {
      const client = patient(
        new ModernClient(NAME, {
          versionNegotiation: { mode: 'auto' },
          capabilities: person ? { elicitation: {} } : {},
        }),
      );
      const transport = new ModernStdio(program(box));
      const leave = leaving(transport);
      if (person) client.setRequestHandler('elicitation/create', () => person(leave));
      await client.connect(transport);
      expect(client.getNegotiatedProtocolVersion()).toBe('2026-07-28');
      return {
        leave,
        write: async (mutation) => (await client.callTool(toolCall(mutation))).structuredContent,
        close: () => client.close(),
      };
    },
  ],
];

const create = { operation: 'create', data: { title: 'Lunch', start: 'tomorrow 12:00' } };
const remove = { operation: 'delete', filters: { title: 'Lunch' }, soft: false };
const YES: ElicitResult = { action: 'accept', content: { answer: 'yes' } };

/** A program with one event, whose deletion for good needs a person. */
async function start(connect: Connect, person?: Person) {
  const box = sandbox();
  onTestFinished(() => box.remove());
  const client = await connect(box, person);
  onTestFinished(() => client.close());
  await client.write(create);
  const folder = join(box.root, 'calendars', 'Calendar');
  return {
    remove: (more: object = {}) => client.write({ ...remove, ...more }),
    events: () => readdirSync(folder).filter((name) => name.endsWith('.ics')).length,
    /** How calls ended, by the audit log, once the program has. */
    async audited() {
      await client.leave();
      return auditOf(box).flatMap(({ type, outcome, code }) => (type === 'ended' ? [code ?? outcome] : []));
    },
  };
}

function leaving(transport: StdioClientTransport | ModernStdio): () => Promise<void> {
  return async () => {
    const child: ChildProcess = Reflect.get(transport, '_process');
    if (child === undefined || child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.stdin?.end();
    await ended;
  };
}

interface AuditLine {
  readonly type: string;
  readonly outcome: string;
  readonly code?: string;
  readonly policy: string;
}

function auditOf({ root }: Sandbox): readonly AuditLine[] {
  const files = readdirSync(join(root, 'state'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('.jsonl'),
  );
  return files.flatMap((file) =>
    readFileSync(join(root, 'state', file), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as AuditLine),
  );
}

describe.each(REVISIONS)('a question of revision %s over stdio', (revision, connect) => {
  /** From 2026-07-28 on a call that asks has ended, and is made again with the answer. */
  const asked = revision === '2026-07-28' ? ['CONFIRMATION_REQUIRED'] : [];

  it('is answered by a person', async () => {
    const says: ElicitResult[] = [
      { action: 'accept', content: { answer: 'no' } },
      { action: 'accept' },
      { action: 'decline' },
      { action: 'cancel' },
    ];
    const answers = [...says, YES];
    const { remove, events, audited } = await start(connect, () => answers.shift() ?? { action: 'cancel' });
    for (const _ of says) {
      expect(await remove()).toMatchObject({
        success: false,
        error: { code: 'DECLINED', outcome: 'not_applied', suggestion: expect.any(String) },
      });
      expect(events()).toBe(1);
    }
    expect(await remove()).toMatchObject({ success: true, data: { outcome: 'applied' } });
    expect(events()).toBe(0);
    expect(await audited()).toEqual([
      'applied',
      ...says.flatMap(() => [...asked, 'DECLINED']),
      ...asked,
      'applied',
    ]);
  });

  it('that fails at the client changes nothing', async () => {
    const { remove, events, audited } = await start(connect, () => {
      throw new Error('no window');
    });
    const answer = await remove().catch((error: unknown) => String(error));
    // A client of revision 2026-07-28 does not say so to the server.
    if (revision === '2026-07-28') expect(answer).toContain('no window');
    else expect(answer).toMatchObject({ error: { code: 'CONFIRMATION_EXPIRED', outcome: 'not_applied' } });
    expect(events()).toBe(1);
    expect(await audited()).toEqual([
      'applied',
      ...(revision === '2026-07-28' ? asked : ['CONFIRMATION_EXPIRED']),
    ]);
  });

  it('whose client leaves changes nothing, and is in the audit log', async () => {
    let leaving: Promise<void> | undefined;
    const { remove, events, audited } = await start(connect, (leave) => {
      leaving = leave();
      return new Promise(() => undefined);
    });
    void remove().catch(() => undefined);
    await expect.poll(() => leaving !== undefined).toBe(true);
    await leaving;
    expect(await audited()).toEqual(['applied', ...(revision === '2026-07-28' ? asked : ['CANCELLED'])]);
    expect(events()).toBe(1);
  });

  it('is a token where the client has no forms', async () => {
    const { remove, events } = await start(connect);
    const answer = await remove();
    expect(answer).toMatchObject({ error: { code: 'CONFIRMATION_REQUIRED', outcome: 'not_applied' } });
    expect(events()).toBe(1);
    const { error } = answer as { error: { pendingAction: { token: string } } };
    expect(await remove({ confirmToken: error.pendingAction.token })).toMatchObject({ success: true });
    expect(events()).toBe(0);
  });
});
