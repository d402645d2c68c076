import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '../src/cli/command-table.js';
import { OPTIONS } from '../src/cli/shell/options.js';

const root = join(import.meta.dirname, '..');
const text = readFileSync(join(root, 'README.md'), 'utf8');
/** What is seen before the first heading after the title. */
const firstScreen = text.split('\n## ', 1)[0] ?? '';
const shell = [...text.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap((block) => (block[1] ?? '').split('\n'));

describe('the first screen of the README', () => {
  it('says what this is, shows it, installs it, and keeps it from changing anything', () => {
    const [, sentence = ''] = firstScreen.split('\n\n');
    expect(sentence).toMatch(/calendar/i);
    expect(sentence).toMatch(/MCP/);
    for (const [, path = ''] of firstScreen.matchAll(/\/raw\/main\/([^)]+)\)/g))
      expect(existsSync(join(root, path))).toBe(true);
    expect(firstScreen).toMatch(/npx \S*.* setup/);
    expect(firstScreen).toMatch(/setup --policy read-only/);
    expect(firstScreen).toMatch(/setup --undo/);
  });

  it('has each of these in a line of its own, and a figure about others with the way to check it', () => {
    const commands = firstScreen.split('\n').filter((line) => line.startsWith('npx '));
    expect(commands.map((line) => line.split('#')[1]?.trim())).toEqual([
      expect.stringContaining('connects your calendar'),
      expect.stringContaining('cannot change anything'),
      expect.stringContaining('nothing of yours'),
    ]);
    expect(firstScreen).toMatch(/What it does that others do not[\s\S]*docs\/evaluation\.md/);
    expect(firstScreen.split(/\s+/).length).toBeLessThan(420);
  });

  it('speaks of what a person says, not of what a model writes', () => {
    expect(firstScreen).not.toMatch(/grammar|tokens|"query"/);
  });
});

describe('the README', () => {
  it('has visitors clone and look, and nothing that installs servers', () => {
    expect(text).toContain('git clone https://github.com/calendar-builder-mcp/calendar-builder-mcp');
    expect(shell.filter((line) => /npm (?:run )?test\b/.test(line))).toEqual([]);
  });

  it('says how to keep control, with commands that there are', () => {
    for (const words of ['--policy dedicated', 'calendar-mcp audit', 'calendar-mcp undo'])
      expect(text).toContain(words);
  });

  it('names no command and no option that there is not', () => {
    const names = COMMANDS.flatMap(({ name, also = [] }) => [name, ...also]);
    const used = [...text.matchAll(/(?<=[`\s])calendar-mcp ([a-z-]+)/g)].map((found) => found[1] ?? '');
    expect(used.length).toBeGreaterThan(8);
    expect(used.filter((name) => !name.startsWith('-') && !names.includes(name))).toEqual([]);
    const lines = shell.filter((line) => /calendar-(?:mcp|builder)/.test(line)).join('\n');
    const options = [...`${lines}\n${firstScreen}`.matchAll(/(?<=\s)--([a-z-]+)/g)].map((found) => found[1]);
    expect(options.filter((one) => !['yes', 'global', ...Object.keys(OPTIONS)].includes(one ?? ''))).toEqual(
      [],
    );
  });

  it('links to every page of the guide once', () => {
    const links = [...text.matchAll(/\]\((docs\/guide\/[\w-]+\.md)/g)].map((found) => found[1]);
    const more = text.slice(text.indexOf('\n## More'));
    const listed = [...more.matchAll(/\]\((docs\/guide\/[\w-]+\.md)/g)].map((found) => found[1]);
    expect(new Set(listed).size).toBe(listed.length);
    for (const page of ['setup', 'permissions', 'audit', 'certificates', 'mac', 'oauth', 'people', 'tasks'])
      expect(links).toContain(`docs/guide/${page}.md`);
  });
});
