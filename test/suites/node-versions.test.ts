// @module-tag suites
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { atEnd } from '../at-end.js';
import { installPacked } from '../package/install-packed.js';
import { patient } from '../patience.js';
import { sandbox } from '../server/stdio-process.js';
import { PROGRAMS } from './programs.js';

const VERSIONS = [
  ['oldest-node', 'v20.'],
  ['node', 'v22.'],
  ['newest-node', 'v24.'],
] as const;

describe.skipIf(inject('problemWithSuites') !== undefined)('the package as it is installed', () => {
  let installed: ReturnType<typeof installPacked>;
  beforeAll(() => {
    installed = installPacked();
  });
  afterAll(() => installed.remove());

  it.each(VERSIONS)('serves a client and a person on %s (%s)', async (name, version) => {
    const node = PROGRAMS[name];
    expect(execFileSync(node, ['--version'], { encoding: 'utf8' })).toContain(version);
    const box = sandbox();
    atEnd(box.remove);
    const main = join(installed.modules, 'calendar-builder-mcp/dist/main.js');
    const transport = new StdioClientTransport({ command: node, args: [main], env: box.env });
    const client = patient(new Client({ name: 'test', version: '0' }));
    await client.connect(transport);
    const data = { title: 'Lunch', start: '2026-11-24T12:00', durationMinutes: 60 };
    const written = await client.callTool({
      name: 'calendar_write',
      arguments: { mutation: { operation: 'create', data } },
    });
    expect(written.structuredContent).toMatchObject({ success: true });
    const sums = { analysis: { type: 'time_stats', scope: { when: 'today' } } };
    expect((await client.callTool({ name: 'calendar_analyze', arguments: sums })).isError).not.toBe(true);
    await client.close();
    const run = (...args: string[]) =>
      execFileSync(node, [main, ...args], { env: box.env, encoding: 'utf8' });
    expect(run('agenda', 'today')).toContain('Lunch');
    // The parts that are made for a system: the keychain is only looked for, the database of copies is opened.
    const { environment, settings } = JSON.parse(run('doctor', '--json'));
    expect(`v${environment.node}`).toContain(version);
    expect(settings.checks).toContainEqual(
      expect.objectContaining({ name: 'copies on disk', status: 'ok', detail: 'None.' }),
    );
  });
});
