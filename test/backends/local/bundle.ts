import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';

/** Makes one of the programs beside this file into a file that a bare `node` runs; returns its path. */
export async function bundle(name: string): Promise<string> {
  const outDir = mkdtempSync(join(tmpdir(), 'program-'));
  chmodSync(outDir, 0o755);
  process.once('exit', () => rmSync(outDir, { recursive: true, force: true }));
  await build({
    configFile: false,
    logLevel: 'error',
    ssr: { noExternal: true },
    build: {
      ssr: join(import.meta.dirname, 'programs', `${name}.ts`),
      outDir,
      emptyOutDir: false,
      rollupOptions: { output: { entryFileNames: `${name}.mjs` } },
    },
  });
  return join(outDir, `${name}.mjs`);
}
