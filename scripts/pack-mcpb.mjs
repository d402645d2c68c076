// Packs the built program as an MCP bundle for the platform it runs on: `npm run mcpb`, after `npm run build`.
import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
const manifest = JSON.parse(readFileSync(join(root, 'packaging/mcpb/manifest.json'), 'utf8'));
const target = resolve(
  process.argv[2] ?? `calendar-builder-mcp-${version}-${process.platform}-${process.arch}.mcpb`,
);

const stage = mkdtempSync(join(tmpdir(), 'mcpb-'));
try {
  // The native parts of the dependencies differ by platform, so the bundle names its own.
  const platform = { ...manifest.compatibility, platforms: [process.platform] };
  const own = { ...manifest, version, compatibility: platform };
  writeFileSync(join(stage, 'manifest.json'), JSON.stringify(own, null, 2));
  for (const part of ['dist', 'LICENSE', 'package.json', ...productionModules()])
    cpSync(join(root, part), join(stage, part), { recursive: true });
  const mcpb = join(root, 'node_modules/@anthropic-ai/mcpb/dist/cli/cli.js');
  execFileSync(process.execPath, [mcpb, 'pack', stage, target], { stdio: 'inherit' });
} finally {
  rmSync(stage, { recursive: true, force: true });
}

function productionModules() {
  const args = ['ls', '--omit=dev', '--all', '--parseable'];
  const lines = execFileSync('npm', args, {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  const paths = lines.split('\n').filter((path) => path.includes('node_modules'));
  return paths.map((path) => relative(root, path));
}
