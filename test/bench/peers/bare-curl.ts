import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import type { TestServer } from '../../servers/test-server.js';

const run = promisify(execFile);

export interface CurlAnswer {
  readonly status: number;
  readonly text: string;
}

export interface BareCurl {
  /** One request in a process of its own. */
  report(body: string): Promise<CurlAnswer>;
  get(name: string): Promise<CurlAnswer & { readonly etag: string }>;
  /** All in one process, over one connection. `etag`: only over that version; without one, only where nothing is. */
  put(
    objects: readonly { readonly name: string; readonly ics: string; readonly etag?: string }[],
  ): Promise<number[]>;
}

/** Why there is no curl here; undefined where there is one. */
export async function missingCurl(): Promise<string | undefined> {
  try {
    await run('curl', ['--version']);
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : 'curl cannot be started';
  }
}

/** The least that the same questions can cost: a command line that knows what to send, and reads nothing. */
export function bareCurl(
  collection: string,
  { username, password }: Pick<TestServer, 'username' | 'password'>,
): BareCurl {
  const common = ['-s', '--compressed', '-u', `${username}:${password}`];
  const mark = randomUUID();

  async function curl(args: readonly string[], input = ''): Promise<string> {
    const running = run('curl', [...common, ...args], { maxBuffer: 1024 ** 3 });
    running.child.stdin?.end(input);
    return (await running).stdout;
  }

  return {
    async report(body) {
      const type = 'Content-Type: application/xml; charset=utf-8';
      const args = ['-X', 'REPORT', '-H', 'Depth: 1', '-H', type, '--data-binary', '@-'];
      const output = await curl([...args, '-w', `${mark}%{http_code}`, collection], body);
      const at = output.lastIndexOf(mark);
      return { text: output.slice(0, at), status: Number(output.slice(at + mark.length)) };
    },
    async get(name) {
      const output = await curl(['-w', `${mark}%{http_code} %header{etag}`, `${collection}${name}`]);
      const at = output.lastIndexOf(mark);
      const [status = '', etag = ''] = output.slice(at + mark.length).split(' ');
      return { text: output.slice(0, at), status: Number(status), etag };
    },
    async put(objects) {
      const settings = objects.map(({ name, ics, etag }) =>
        [
          `url = ${quoted(`${collection}${name}`)}`,
          'request = PUT',
          `user = ${quoted(`${username}:${password}`)}`,
          'header = "Content-Type: text/calendar; charset=utf-8"',
          `header = ${quoted(etag === undefined ? 'If-None-Match: *' : `If-Match: ${etag}`)}`,
          `data-binary = ${quoted(ics)}`,
          'write-out = "%{http_code}\\n"',
          'output = /dev/null',
          'silent',
        ].join('\n'),
      );
      const output = await curl(['-K', '-'], settings.join('\nnext\n'));
      return output.trim().split('\n').map(Number);
    },
  };
}

/** A value in a configuration file of curl. */
function quoted(text: string): string {
  const escaped = text.replace(/[\\"]/g, '\\$&').replace(/\r/g, '\\r').replace(/\n/g, '\\n');
  return `"${escaped}"`;
}
