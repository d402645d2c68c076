// @module-tag programs
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { COMMANDS } from '../../src/cli/command-table.js';
import { listedTools } from '../../src/server/listed-tools.js';
import { desk } from '../engine/service-on-memory.js';

const root = join(import.meta.dirname, '../..');
const plugin = join(root, 'packaging/plugin');
const json = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));
const { name: packageName, version, license } = json('package.json');

const text = { type: 'string', minLength: 1 };
const texts = { type: 'array', items: text };
const person = { ...object({ name: text, email: text, url: text }), required: ['name'] };
const inside = { type: 'string', pattern: '^\\./(?!.*\\.\\.)' };
function object(properties: object) {
  return { type: 'object', properties, additionalProperties: false };
}

/** As the makers of Claude Code and Codex document their files; anything else is a mistake. */
const common = {
  name: { type: 'string', pattern: '^[a-z][a-z0-9]*(-[a-z0-9]+)*$' },
  version: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+(-[\\w.]+)?$' },
  description: { ...text, maxLength: 200 },
  author: person,
  homepage: { type: 'string', pattern: '^https://' },
  repository: { type: 'string', pattern: '^https://' },
  license: text,
  keywords: texts,
};
const FORMS = {
  'packaging/plugin/.claude-plugin/plugin.json': { ...object(common), required: ['name'] },
  'packaging/plugin/.codex-plugin/plugin.json': {
    ...object({
      ...common,
      skills: inside,
      mcpServers: inside,
      interface: object({
        ...{ displayName: text, shortDescription: text, longDescription: text, developerName: text },
        ...{ category: text, capabilities: texts },
        defaultPrompt: { type: 'array', items: { ...text, maxLength: 128 }, maxItems: 3 },
      }),
    }),
    required: ['name', 'version', 'description'],
  },
  'packaging/plugin/.mcp.json': {
    ...object({
      mcpServers: {
        type: 'object',
        additionalProperties: { ...object({ command: text, args: texts, env: {} }), required: ['command'] },
      },
    }),
    required: ['mcpServers'],
  },
  '.claude-plugin/marketplace.json': {
    ...object({
      name: common.name,
      owner: person,
      plugins: {
        type: 'array',
        items: {
          ...object({ name: common.name, source: inside, description: text }),
          required: ['name', 'source'],
        },
      },
    }),
    required: ['name', 'owner', 'plugins'],
  },
  '.agents/plugins/marketplace.json': {
    ...object({
      name: common.name,
      interface: object({ displayName: text }),
      plugins: {
        type: 'array',
        items: {
          ...object({
            name: common.name,
            source: { ...object({ source: { const: 'local' }, path: inside }), required: ['source', 'path'] },
            policy: object({
              installation: { enum: ['AVAILABLE', 'INSTALLED_BY_DEFAULT', 'NOT_AVAILABLE'] },
              authentication: { enum: ['ON_INSTALL', 'ON_USE'] },
            }),
            category: text,
          }),
          required: ['name', 'source', 'policy', 'category'],
        },
      },
    }),
    required: ['name', 'plugins'],
  },
};

describe('the plugin', () => {
  it.each(Object.entries(FORMS))('%s has the documented form', (path, form) => {
    const validate = new Ajv({ strict: false }).compile(form);
    expect([validate(json(path)), validate.errors]).toEqual([true, null]);
    expect(validate({ ...json(path), surplus: 1 })).toBe(false);
  });

  it('is this package, in this version', () => {
    for (const maker of ['claude', 'codex'])
      expect(json(`packaging/plugin/.${maker}-plugin/plugin.json`)).toMatchObject({ version, license });
    expect(json('packaging/plugin/.mcp.json').mcpServers.calendar).toEqual({
      command: 'npx',
      args: ['-y', `${packageName}@${version}`],
    });
  });

  it('is where the marketplaces say, and has what its manifests name', () => {
    expect(join(root, json('.claude-plugin/marketplace.json').plugins[0].source)).toBe(plugin);
    expect(join(root, json('.agents/plugins/marketplace.json').plugins[0].source.path)).toBe(plugin);
    const { skills, mcpServers } = json('packaging/plugin/.codex-plugin/plugin.json');
    for (const path of [skills, mcpServers]) expect(existsSync(join(plugin, path))).toBe(true);
    for (const maker of ['.claude-plugin', '.codex-plugin'])
      expect(readdirSync(join(plugin, maker))).toEqual(['plugin.json']);
  });
});

describe('the skill', () => {
  const skill = readFileSync(join(plugin, 'skills/calendar/SKILL.md'), 'utf8');
  const [, head = '', body = ''] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(skill) ?? [];

  it('says when it is meant, in the form that is documented', () => {
    const { name, description, ...others } = parse(head);
    expect([name, others]).toEqual(['calendar', {}]);
    expect(description).toMatch(/^Use for [^<>]+$/);
    expect(description.length).toBeLessThanOrEqual(1024);
    // It is read as a whole whenever it is used.
    expect(body.split('\n').length).toBeLessThan(80);
  });

  it('names tools and commands that there are', () => {
    const tools = listedTools([]).map(({ name }) => name);
    const named = body.match(/calendar_\w+/g) ?? [];
    expect(new Set(named)).toEqual(new Set(tools.filter((name) => name.startsWith('calendar_'))));
    const commands = [...body.matchAll(new RegExp(`npx ${packageName} (\\w+)`, 'g'))].map(([, one]) => one);
    expect(commands).toEqual(['setup']);
    expect(COMMANDS.map(({ name }) => name)).toEqual(expect.arrayContaining(commands));
  });

  const calls = [...body.matchAll(/```json\n([\s\S]*?)```/g)].map(([, call = '']) => JSON.parse(call));
  it.each(calls.map((call) => [JSON.stringify(call), call]))(
    'shows a call that works: %s',
    async (_, call) => {
      const { read, write, analyze } = desk();
      const run = 'query' in call ? read : 'mutation' in call ? write : analyze;
      expect(await run(call)).toMatchObject({ success: true });
    },
  );
});
