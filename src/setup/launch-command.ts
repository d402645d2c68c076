import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod/v3';

export function mainFile(): string {
  return fileURLToPath(new URL('../main.js', import.meta.url));
}

/** Avoids the client's PATH unless npx fetched the program: few clients have a PATH that includes Node. */
export function launchCommand(main: string, platform: NodeJS.Platform): readonly [string, ...string[]] {
  const spec = fetchedByNpx(main);
  if (spec === undefined) return [process.execPath, main];
  return platform === 'win32' ? ['cmd', '/c', 'npx', '-y', spec] : ['npx', '-y', spec];
}

const cacheSchema = z.object({ _npx: z.object({ packages: z.tuple([z.string().min(1)]) }) });

/** The package spec that npx fetched, from npm's note in its cache: a registry name or a repository. */
function fetchedByNpx(main: string): string | undefined {
  const [, folder] = /^(.*[\\/]_npx[\\/][^\\/]+)[\\/]/.exec(main) ?? [];
  if (folder === undefined) return undefined;
  try {
    const cache = cacheSchema.safeParse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
    return cache.data?._npx.packages[0];
  } catch {
    // Another npm version has another format. The file works as long as the cache exists.
    return undefined;
  }
}
