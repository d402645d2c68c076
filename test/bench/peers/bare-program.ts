import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline/promises';

/** A new process that knows only the address of the account, and asks one question when it is told to. */
export interface BareProgram {
  /** How many objects came. */
  ask(): Promise<number>;
  close(): Promise<void>;
}

const SCRIPT = `
const { url, credentials, path, body } = JSON.parse(process.env.BARE);
const send = async (method, at, depth, text) => {
  const headers = { Authorization: credentials, Depth: depth, 'Content-Type': 'application/xml; charset=utf-8' };
  return (await fetch(new URL(at, url), { method, headers, body: text })).text();
};
const propfind = (at, depth, name) =>
  send('PROPFIND', at, depth, '<propfind xmlns="DAV:" xmlns:C="urn:ietf:params:xml:ns:caldav"><prop>' + name + '</prop></propfind>');
const hrefIn = (text, name) => new RegExp(name + '[^]*?href>([^<]*)<').exec(text)[1];
process.stdin.once('data', async () => {
  const principal = hrefIn(await propfind('', '0', '<current-user-principal/>'), 'current-user-principal');
  const home = hrefIn(await propfind(principal, '0', '<C:calendar-home-set/>'), 'calendar-home-set');
  if (!(await propfind(home, '1', '<displayname/>')).includes(path)) throw new Error('the calendar is not listed');
  console.log((await send('REPORT', path, '1', body)).split('BEGIN:VCALENDAR').length - 1);
});
console.log('ready');
`;

export async function startBareProgram(question: {
  readonly url: string;
  readonly credentials: string;
  readonly path: string;
  readonly body: string;
}): Promise<BareProgram> {
  const env = { PATH: process.env.PATH ?? '', BARE: JSON.stringify(question) };
  const child = spawn(process.execPath, ['-e', SCRIPT], { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  await lines.next();
  return {
    async ask() {
      child.stdin.write('now\n');
      return Number((await lines.next()).value);
    },
    async close() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
    },
  };
}
