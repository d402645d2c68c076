// @module-tag programs
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getMcpConfigForManifest, type McpbManifestAny, unpackExtension } from '@anthropic-ai/mcpb';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SETTING_VARIABLES } from '../../src/config/misnamed-variables.js';
import { patient } from '../patience.js';
import { builtMain } from '../server/built-server.js';

const root = join(import.meta.dirname, '../..');
const json = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'));
const { name, version, mcpName } = json('package.json');

const text = { type: 'string', minLength: 1 };
const object = (properties: object) => ({ type: 'object', properties, additionalProperties: false });
/** What we use of the registry's schema of 2025-12-11; anything else is a mistake. */
const REGISTRY_FORM = {
  ...object({
    $schema: { const: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json' },
    name: { type: 'string', pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$', minLength: 3, maxLength: 200 },
    title: { ...text, maxLength: 100 },
    description: { ...text, maxLength: 100 },
    version: { ...text, maxLength: 255 },
    repository: {
      ...object({ url: { type: 'string', pattern: '^https://' }, source: { const: 'github' } }),
      required: ['url', 'source'],
    },
    packages: {
      type: 'array',
      items: {
        ...object({
          registryType: { enum: ['npm', 'pypi', 'oci', 'nuget', 'mcpb'] },
          identifier: text,
          version: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+(-[\\w.]+)?$' },
          transport: { ...object({ type: { const: 'stdio' } }), required: ['type'] },
          environmentVariables: {
            type: 'array',
            items: {
              ...object({
                name: text,
                description: text,
                format: { enum: ['string', 'number', 'boolean', 'filepath'] },
                isRequired: { type: 'boolean' },
                isSecret: { type: 'boolean' },
              }),
              required: ['name'],
            },
          },
        }),
        required: ['registryType', 'identifier', 'transport'],
      },
    },
  }),
  required: ['$schema', 'name', 'description', 'version'],
};

describe('the entry of the MCP registry', () => {
  const entry = json('packaging/server.json');
  const [npm] = entry.packages;

  it('names this package in this version, as the package itself does', () => {
    expect(entry).toMatchObject({ name: mcpName, version });
    expect(npm).toMatchObject({ registryType: 'npm', identifier: name, version });
    expect(entry.packages).toHaveLength(1);
  });

  it('has the documented form', () => {
    const validate = new Ajv({ strict: false }).compile(REGISTRY_FORM);
    expect([validate(entry), validate.errors]).toEqual([true, null]);
  });

  it('asks for settings that there are, and keeps passwords secret', () => {
    const variables: { readonly name: string; readonly isSecret?: boolean }[] = npm.environmentVariables;
    expect(SETTING_VARIABLES).toEqual(expect.arrayContaining(variables.map((one) => one.name)));
    for (const one of variables) expect(one.isSecret === true).toBe(one.name.includes('PASSWORD'));
  });
});

describe('the MCP bundle', () => {
  const place = mkdtempSync(join(tmpdir(), 'bundle-'));
  const extensionPath = join(place, 'installed');
  let manifest: McpbManifestAny;
  afterAll(() => rmSync(place, { recursive: true, force: true }));

  beforeAll(async () => {
    builtMain();
    const file = join(place, 'calendar.mcpb');
    // The packer refuses a manifest that its schema does not know.
    execFileSync(process.execPath, [join(root, 'scripts/pack-mcpb.mjs'), file], { stdio: 'pipe' });
    await unpackExtension({ mcpbPath: file, outputDir: extensionPath, silent: true });
    manifest = JSON.parse(readFileSync(join(extensionPath, 'manifest.json'), 'utf8'));
  });

  const started = async (userConfig: Readonly<Record<string, string | boolean>>) => {
    const config = await getMcpConfigForManifest({
      manifest,
      extensionPath,
      systemDirs: {},
      userConfig,
      pathSeparator: '/',
    });
    const client = patient(new Client({ name: 'desktop', version: '1' }));
    const { command = '', args = [], env } = config ?? {};
    const home = { HOME: place, XDG_STATE_HOME: join(place, 'state'), XDG_DATA_HOME: join(place, 'data') };
    await client.connect(
      new StdioClientTransport({ command, args, env: { ...process.env, ...env, ...home } as never }),
    );
    return client;
  };

  it('is of this version, for this platform, and carries the licence', () => {
    expect(manifest).toMatchObject({ version, compatibility: { platforms: [process.platform] } });
    expect(existsSync(join(extensionPath, 'LICENSE'))).toBe(true);
  });

  it.each([
    ['an empty form', {}, ['calendar_analyze', 'calendar_read', 'calendar_write', 'fetch', 'search']],
    ['read only', { read_only: true }, ['calendar_analyze', 'calendar_read', 'fetch', 'search']],
  ])('serves the tools of %s', async (_, form, tools) => {
    const client = await started(form);
    try {
      const listed = await client.listTools();
      expect(listed.tools.map((tool) => tool.name).toSorted()).toEqual(tools);
      const query = { query: { type: 'events', filters: { when: 'today' } } };
      const { isError } = await client.callTool({ name: 'calendar_read', arguments: query });
      expect(isError).not.toBe(true);
    } finally {
      await client.close();
    }
  });

  it('asks for what the program takes, and keeps passwords secret', () => {
    const { user_config: form = {}, server } = manifest as {
      user_config?: Readonly<Record<string, { readonly sensitive?: boolean }>>;
      server: { readonly mcp_config?: { readonly env?: Readonly<Record<string, string>> } };
    };
    const env = server.mcp_config?.env ?? {};
    expect(SETTING_VARIABLES).toEqual(expect.arrayContaining(Object.keys(env)));
    const used = Object.values(env).map((value) => /^\$\{user_config\.(\w+)\}$/.exec(value)?.[1]);
    expect(used.toSorted()).toEqual(Object.keys(form).toSorted());
    for (const [key, { sensitive = false }] of Object.entries(form))
      expect([key, sensitive]).toEqual([key, key === 'password']);
  });

  it('names the tools that it has', () => {
    expect(manifest.tools?.map((tool) => tool.name)).toEqual([
      'calendar_read',
      'calendar_write',
      'calendar_analyze',
    ]);
  });
});
