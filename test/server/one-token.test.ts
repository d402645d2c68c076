// @module-tag programs
import { randomUUID } from 'node:crypto';
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import fc from 'fast-check';
import { expect, it, onTestFinished } from 'vitest';
import { lives, SEED } from '../cases.js';
import { connectStdio, type Sandbox, sandbox } from './stdio-process.js';

const PROCESSES = 4;
/** A hundred of them with RUNS=20. */
const ROUNDS = lives(5);
/** A redemption takes about as long, in ms. */
const LONGEST = 60;

interface Answer {
  readonly data?: { readonly outcome: string };
  readonly error?: {
    readonly code: string;
    readonly message: string;
    readonly pendingAction?: { readonly token: string };
  };
}

/** A new event, which a person has to agree to. Only the token keeps calls with different keys from making several. */
const mutation = { operation: 'create', data: { title: 'Tea', start: '2026-12-10T16:00' } };
const POLICY = { policy: { write: { create: 'confirm' } } };

/** Several of the shipped program on one state folder, and a token that one of them gave. */
async function start() {
  const box = sandbox();
  const config = join(box.root, 'config.json');
  writeFileSync(config, JSON.stringify(POLICY));
  box.env.CALENDAR_CONFIG = config;
  onTestFinished(() => box.remove());
  const programs = await Promise.all(Array.from({ length: PROCESSES }, () => programOn(box)));
  const { error } = (await programs[0]?.write({})) ?? {};
  const confirmToken = error?.pendingAction?.token;
  expect(confirmToken).toBeDefined();
  return { box, programs, redeem: { confirmToken } };
}

async function programOn(box: Sandbox) {
  const { client, pid } = await connectStdio(box);
  onTestFinished(() => client.close());
  return {
    pid,
    async write(more: object): Promise<Answer> {
      const call = {
        name: 'calendar_write',
        arguments: { mutation: { ...mutation, idempotencyKey: randomUUID(), ...more } },
      };
      return (await client.callTool(call)).structuredContent as Answer;
    },
  };
}

function stored({ root }: Sandbox): number {
  const names = readdirSync(join(root, 'calendars'), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.ics')).length;
}

const said = ({ data, error }: Answer): string | undefined => data?.outcome ?? error?.message;
const USED = 'This confirmToken was already used; each works once.';

it('one of several processes redeems a token', async () => {
  const { box, programs, redeem } = await start();
  const answers = await Promise.all(programs.flatMap(({ write }) => [write(redeem), write(redeem)]));
  expect(answers.map(said).sort()).toEqual([...Array(2 * PROCESSES - 1).fill(USED), 'applied']);
  expect(stored(box)).toBe(1);
});

it('a token is not redeemed twice where a process is killed meanwhile', async () => {
  const moments = fc.sample(fc.integer({ min: 0, max: LONGEST }), { seed: SEED, numRuns: ROUNDS });
  for (const moment of moments) {
    const { box, programs, redeem } = await start();
    const [first, ...others] = programs;
    const left = first?.write(redeem).then(said, () => 'killed');
    await sleep(moment);
    process.kill(first?.pid ?? Number.NaN, 'SIGKILL');
    const rest = await Promise.all(others.map(({ write }) => write(redeem)));
    const outcomes = [await left, ...rest.map(said)];
    expect(outcomes.filter((one) => one === 'applied').length).toBeLessThanOrEqual(1);
    expect(outcomes.filter((one) => one !== 'applied' && one !== USED && one !== 'killed')).toEqual([]);
    expect(stored(box)).toBeLessThanOrEqual(1);
    const again = await (await programOn(box)).write(redeem);
    expect(said(again)).toBe(USED);
    expect(stored(box)).toBeLessThanOrEqual(1);
  }
});
