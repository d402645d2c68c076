// @module-tag suites
import { describe, expect, inject, it } from 'vitest';
import { atEnd } from '../at-end.js';
import { builtMain } from '../server/built-server.js';
import { startProgram } from '../server/http/http-program.js';
import { sandbox } from '../server/stdio-process.js';
import { runProgram } from './programs.js';

const LIST = ['--method', 'tools/list', '--strict'];

/** What it warns of goes to stderr, and it still ends well. */
async function inspected(...args: string[]): Promise<readonly string[]> {
  const { code, stdout, stderr } = await runProgram('inspector', ['--cli', ...args]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  return JSON.parse(stdout).tools.map(({ name }: { name: string }) => name);
}

const TOOLS = ['calendar_read', 'calendar_write', 'calendar_analyze', 'search', 'fetch'];

describe.skipIf(inject('problemWithSuites') !== undefined)('the strict check of MCP Inspector', () => {
  it('has nothing to say about the tools over stdio', async () => {
    const box = sandbox();
    atEnd(box.remove);
    const env = Object.entries(box.env).flatMap(([name, value]) => ['-e', `${name}=${value}`]);
    expect(await inspected(...env, process.execPath, builtMain(), ...LIST)).toEqual(TOOLS);
  });

  it.each(['legacy', 'modern'])('has nothing to say about the tools over HTTP (%s)', async (era) => {
    const box = sandbox();
    atEnd(box.remove);
    const { url } = await startProgram(box);
    const args = [`${url}/mcp`, '--transport', 'http', '--protocol-era', era];
    expect(await inspected(...args, ...LIST)).toEqual(TOOLS);
  });
});
