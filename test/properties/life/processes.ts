import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Success } from '../../../schemas/answers/success.js';
import { CalendarError, type ErrorCode } from '../../../schemas/model/error.js';
import { connectStdio, type Sandbox } from '../../server/stdio-process.js';

interface Content {
  readonly data: Success['data'];
  readonly meta: Success['meta'];
  readonly error?: CalendarError['info'] & { readonly code: ErrorCode; readonly message: string };
}

/** The service in a process of the shipped program; restarting it kills it. */
export async function killableProcess(box: Sandbox) {
  const config = join(box.root, 'trusted.json');
  writeFileSync(config, JSON.stringify({ policy: 'trusted' }));
  const env = { ...box.env, CALENDAR_CONFIG: config };
  let running = await connectStdio({ ...box, env });
  let kills = 0;

  const tool = (name: string) => async (args: unknown) => {
    const call = { name, arguments: args as Record<string, unknown> };
    const { structuredContent } = await running.client.callTool(call);
    const { data, meta, error } = structuredContent as unknown as Content;
    if (error !== undefined) throw new CalendarError(error.code, error.message, error);
    return { success: true as const, data, meta };
  };
  const desk = { read: tool('calendar_read'), write: tool('calendar_write') };

  async function restart(): Promise<void> {
    if (running.pid !== null) process.kill(running.pid, 'SIGKILL');
    kills++;
    await running.client.close();
    running = await connectStdio({ ...box, env });
  }

  async function killDuring(mutation: object, delayMs: number): Promise<boolean> {
    const answered = desk.write({ mutation }).then(
      () => true,
      () => false,
    );
    await sleep(delayMs);
    await restart();
    return answered;
  }

  return { open: () => desk, restart, killDuring, kills: () => kills, close: () => running.client.close() };
}
