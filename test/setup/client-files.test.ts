import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parse as parseToml } from '@decimalturn/toml-patch';
import fc from 'fast-check';
import { parse } from 'jsonc-parser';
import { describe, expect, it } from 'vitest';
import { withServer } from '../../src/setup/edit-client-file.js';
import { clientsOn } from '../../src/setup/known-clients.js';
import { runs } from '../cases.js';

const all = clientsOn('linux', {}, '/home/ana');
const clientNamed = (name: string) => {
  const found = all.find((one) => one.name === name);
  if (found === undefined) throw new Error(name);
  return found;
};
const COMMAND = ['/usr/bin/node', '/opt/calendar/main.js', '--config', 'C:\\a "b"'] as const;
const ENTRY = { command: COMMAND[0], args: COMMAND.slice(1) };

describe('files of clients', () => {
  it.each([
    [
      'linux',
      {},
      '/home/ana/.config/Claude/claude_desktop_config.json',
      '/home/ana/.config/zed/settings.json',
    ],
    [
      'darwin',
      {},
      '/home/ana/Library/Application Support/Claude/claude_desktop_config.json',
      '/home/ana/.config/zed/settings.json',
    ],
    [
      'win32',
      { APPDATA: '/roaming' },
      '/roaming/Claude/claude_desktop_config.json',
      '/roaming/zed/settings.json',
    ],
  ] as const)('are where %s has them', (platform, env, desktop, zed) => {
    const files = new Map(clientsOn(platform, env, '/home/ana').map(({ name, file }) => [name, file]));
    expect(files.get('claude-desktop')).toBe(desktop);
    expect(files.get('zed')).toBe(zed);
    expect(files.get('claude-code')).toBe('/home/ana/.claude.json');
  });

  it('tell which clients are installed', () => {
    const home = mkdtempSync(join(tmpdir(), 'clients-'));
    try {
      const installed = () =>
        clientsOn('linux', {}, home)
          .filter(({ isInstalled }) => isInstalled)
          .map(({ name }) => name);
      expect(installed()).toEqual([]);
      mkdirSync(join(home, '.cursor'));
      writeFileSync(join(home, '.claude.json'), '{}');
      expect(installed()).toEqual(['claude-code', 'cursor']);
    } finally {
      rmSync(home, { recursive: true });
    }
  });

  it.each(all)('of $name get the server, and get it again without another change', async (client) => {
    const read = client.format === 'json' ? parse : parseToml;
    const once = await withServer(undefined, client, COMMAND);
    expect(read(once)).toEqual({ [client.key]: { calendar: { ...client.more, ...ENTRY } } });
    expect(await withServer(once, client, COMMAND)).toBe(once);
    const other = await withServer(once, client, ['npx']);
    expect(read(other)).toEqual({ [client.key]: { calendar: { ...client.more, command: 'npx', args: [] } } });
  });

  it('keep comments, order and the last comma', async () => {
    const text = `// mine
{
\t"z": 1, // last letter first
\t"mcpServers": {
\t\t/* the other one */
\t\t"other": { "command": "x", "args": ["y"] },
\t},
\t"a": [1, 2,], // trailing
}
`;
    const edited = await withServer(text, clientNamed('cursor'), COMMAND);
    for (const comment of ['// mine', '// last letter first', '/* the other one */', '// trailing'])
      expect(edited).toContain(comment);
    expect(edited.indexOf('"z"')).toBeLessThan(edited.indexOf('"mcpServers"'));
    expect(edited).toContain('\t\t"calendar": {\n\t\t\t"command": "/usr/bin/node",\n');
    expect(parse(edited)).toEqual({
      ...parse(text),
      mcpServers: { ...parse(text).mcpServers, calendar: ENTRY },
    });
  });

  it.each([
    ['Windows lines', '{\r\n  "a": 1\r\n}\r\n', /^\{\r\n {2}"a": 1,\r\n {2}"mcpServers": \{\r\n/],
    ['a byte order mark', '\ufeff{\n  "a": 1\n}\n', /^\ufeff\{\n {2}"a": 1,\n/],
    ['four columns', '{\n    "a": 1\n}\n', /\n {4}"mcpServers": \{\n {8}"calendar"/],
  ])('keep %s', async (_, text, expected) => {
    expect(await withServer(text, clientNamed('cursor'), COMMAND)).toMatch(expected);
  });

  it('in TOML keep every byte that was there', async () => {
    const text =
      '# mine\nmodel = "o3"  # fast\n\n[mcp_servers.other] # keep\ncommand = "x"\nargs = [\n  "a", # one\n]\n';
    const edited = await withServer(text, clientNamed('codex'), COMMAND);
    expect(edited.startsWith(text)).toBe(true);
    expect(edited.slice(text.length)).toMatch(/^\n\[mcp_servers\.calendar\]\n/);
    const again = await withServer(`${edited}\n[tui] # after\n`, clientNamed('codex'), ['npx', '-y', 'x']);
    expect(again.startsWith(text)).toBe(true);
    expect(again).toContain('[tui] # after');
    expect(parseToml(again)).toMatchObject({
      mcp_servers: { calendar: { command: 'npx', args: ['-y', 'x'] } },
    });
  });

  it('in TOML are right where the servers are one inline table', async () => {
    const edited = await withServer(
      'mcp_servers = { a = { command = "x" } }\n',
      clientNamed('codex'),
      COMMAND,
    );
    expect(parseToml(edited)).toMatchObject({ mcp_servers: { a: { command: 'x' }, calendar: ENTRY } });
  });

  it.each([
    ['cursor', '{"a": '],
    ['cursor', '[]'],
    ['cursor', '{"a" "b"}'],
    ['codex', 'a = \n'],
  ])('of %s that are wrong are left alone', async (name, text) => {
    await expect(withServer(text, clientNamed(name), COMMAND)).rejects.toMatchObject({
      code: 'CONFIGURATION',
    });
  });

  it('keep every other value, whatever it is', async () => {
    const value = fc.dictionary(fc.string(), fc.jsonValue()).filter((one) => !('mcpServers' in one));
    await fc.assert(
      fc.asyncProperty(value, fc.constantFrom(undefined, 2, 4, '\t'), async (before, indent) => {
        const text = JSON.stringify(before, undefined, indent);
        const edited = await withServer(text, clientNamed('cursor'), COMMAND);
        expect(JSON.parse(edited)).toEqual({ ...JSON.parse(text), mcpServers: { calendar: ENTRY } });
      }),
      { numRuns: runs(300) },
    );
  });
});
