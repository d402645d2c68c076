import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  HANDSHAKE,
  type RawServer,
  type Sandbox,
  sandbox,
  spawnRaw,
  toolCall,
} from '../server/stdio-process.js';

/** What a call came to while the program was watched from outside. */
export interface Watched {
  readonly result: { readonly structuredContent?: Record<string, unknown>; readonly isError?: boolean };
  readonly ms: number;
  /** Milliseconds until pings were answered meanwhile, the slowest last. */
  readonly pings: readonly number[];
  /** How much more memory was resident than before, at the most; 0 where the system does not tell. */
  readonly megabytes: number;
}

interface BusyServer {
  readonly box: Sandbox;
  readonly server: RawServer;
  /** Sends a call and, while it is answered, a ping every few milliseconds. */
  watch(name: string, args: unknown): Promise<Watched>;
}

const PING_EVERY_MS = 20;

/** The shipped program with one folder for each calendar: one file of many events in it, as feeds are. */
export async function startBusy(calendars: Readonly<Record<string, readonly string[]>>): Promise<BusyServer> {
  const box = sandbox();
  for (const [name, events] of Object.entries(calendars)) {
    mkdirSync(join(box.root, 'calendars', name), { recursive: true });
    const body = events.map((text) =>
      text.replace(/^BEGIN:VCALENDAR[\s\S]*?(?=BEGIN:VEVENT)|END:VCALENDAR\s*$/g, ''),
    );
    const text = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//test//EN\r\n${body.join('')}END:VCALENDAR\r\n`;
    writeFileSync(join(box.root, 'calendars', name, 'all.ics'), text);
  }
  const server = spawnRaw(box);
  server.send(...HANDSHAKE);
  await server.answer(0);
  let id = 1;
  const ask = async (message: object): Promise<Record<string, unknown>> => {
    const at = id++;
    server.send({ ...message, id: at });
    return server.answer(at);
  };
  // What is loaded at the first call is no part of what a call costs.
  await ask(toolCall(0, 'calendar_read', { query: { type: 'calendars' } }));

  return {
    box,
    server,
    async watch(name, args) {
      const status = `/proc/${server.child.pid}/status`;
      const isTold = existsSync(status);
      const resident = (line: string): number =>
        isTold
          ? Number(new RegExp(`${line}:\\s+(\\d+) kB`).exec(readFileSync(status, 'utf8'))?.[1]) / 1024
          : 0;
      // The peak is counted anew from here on.
      if (isTold) writeFileSync(`/proc/${server.child.pid}/clear_refs`, '5');
      const before = resident('VmRSS');
      const pings: number[] = [];
      let isOver = false;
      const pinging = (async () => {
        while (!isOver) {
          const sent = performance.now();
          await ask({ method: 'ping' });
          pings.push(performance.now() - sent);
          await new Promise((resolve) => setTimeout(resolve, PING_EVERY_MS));
        }
      })();
      const started = performance.now();
      const { result } = await ask(toolCall(0, name, args));
      const ms = performance.now() - started;
      isOver = true;
      await pinging;
      return {
        result: result as Watched['result'],
        ms,
        pings: pings.sort((a, b) => a - b),
        megabytes: resident('VmHWM') - before,
      };
    },
  };
}
