import type { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { onTestFinished } from 'vitest';
import { connectStdio, type Sandbox } from '../../server/stdio-process.js';

const PROCESSES = 5;
const REPEATS = 20;
/** Callers that leave do so within this time, in ms: before, while or after the event is made. */
const PATIENCE_MS = 25;

interface Answer {
  readonly data?: { readonly outcome: string };
  readonly error?: { readonly code: string };
}

/** Real processes that share one state folder, and live for all rounds. */
export async function processesIn(box: Sandbox): Promise<readonly Client[]> {
  const started = await Promise.all(Array.from({ length: PROCESSES }, () => connectStdio(box)));
  const clients = started.map(({ client }) => client);
  onTestFinished(async () => {
    await Promise.all(clients.map((client) => client.close()));
  });
  return clients;
}

/**
 * One create, sent many times at once through all processes. Every third caller leaves before the answer; at the end one
 * asks again and waits. What each was told: an outcome, the code of an error, or `left`.
 */
export async function createOften(
  clients: readonly Client[],
  mutation: object,
  random: () => number,
): Promise<{ readonly told: readonly string[]; readonly last: string }> {
  const ask = async (at: number, signal?: AbortSignal): Promise<string> => {
    const call = { name: 'calendar_write', arguments: { mutation } };
    const answer = await clients[at % clients.length]?.callTool(call, undefined, signal && { signal });
    const { data, error } = (answer?.structuredContent ?? {}) as Answer;
    return data?.outcome ?? error?.code ?? '';
  };
  const calls = Array.from({ length: REPEATS }, async (_, at) => {
    if (at % 3 > 0) return ask(at);
    const leaving = new AbortController();
    setTimeout(() => leaving.abort(), Math.floor(random() * PATIENCE_MS));
    return ask(at, leaving.signal).catch(() => 'left');
  });
  const told = await Promise.all(calls);
  return { told, last: await ask(Math.floor(random() * PROCESSES)) };
}
