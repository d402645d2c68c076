import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { POLICIES } from '../schemas/model/policy.js';
import { COMMANDS } from '../src/cli/command-table.js';
import { POLICY_SENTENCES } from '../src/cli/setup/choose-policy.js';
import { OPTIONS } from '../src/cli/shell/options.js';
import { deskOver, event, ics } from './engine/service-on-memory.js';
import { createMemoryBackend } from './reference/memory-backend.js';

const root = join(import.meta.dirname, '..');
const text = readFileSync(join(root, 'README.md'), 'utf8');
/** The text before the first heading after the title. */
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
    // Undoes only one at a time, the last one first.
    expect(firstScreen).toMatch(/`setup --undo` takes that back, the last change first/);
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

  it('says of the default policy what it asks about, and no more', async () => {
    const times = (day: number) => [`DTSTART:202611${day}T090000Z`, 'DURATION:PT1H'];
    const [me, bob] = ['ATTENDEE:mailto:me@x.org', 'ATTENDEE:mailto:bob@x.org'];
    const own = ics(...event('UID:a', 'SUMMARY:Party', ...times(27), 'ORGANIZER:mailto:me@x.org', me, bob));
    const others = ics(...event('UID:b', 'SUMMARY:Plan', ...times(26), 'ORGANIZER:mailto:bob@x.org', me));
    const calendars = [{ name: 'Home', objects: [own, others] }];
    const memory = createMemoryBackend({ name: 'test', calendars, ownAddresses: ['me@x.org'] });
    const { read, write } = deskOver([{ ...memory, sendsInvitations: async () => true }], {
      policy: POLICIES.careful,
    });
    await read({ query: { type: 'events' } });
    const outcome = (mutation: object) =>
      write({ mutation }).then(
        ({ data }) => data.outcome,
        ({ code }) => code,
      );
    const party = { filters: { title: 'party' } };
    expect(await outcome({ operation: 'update', ...party, changes: { start: '2026-11-27T21:00' } })).toBe(
      'applied',
    );
    const attendees = ['new@x.org'];
    expect(await outcome({ operation: 'update', ...party, changes: { addAttendees: attendees } })).toBe(
      'CONFIRMATION_REQUIRED',
    );
    expect(await outcome({ operation: 'delete', ...party })).toBe('CONFIRMATION_REQUIRED');
    expect(firstScreen).toContain('before mail goes to anyone new, ');
    expect(firstScreen).toContain('before any deletion once it has read text by others');
    expect(text).not.toMatch(/(?:any change once|an email without)/);
    expect(POLICY_SENTENCES.careful).toContain('emails anyone new,');
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
