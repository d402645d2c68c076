import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod/v3';

/** The file that is this program. */
export function mainFile(): string {
  return fileURLToPath(new URL('../main.js', import.meta.url));
}

/** What starts this program wherever a client is: few search the path, or have one that knows a Node. */
export function launchCommand(main: string, platform: NodeJS.Platform): readonly [string, ...string[]] {
  const spec = fetchedByNpx(main);
  if (spec === undefined) return [process.execPath, main];
  return platform === 'win32' ? ['cmd', '/c', 'npx', '-y', spec] : ['npx', '-y', spec];
}

const cacheSchema = z.object({ _npx: z.object({ packages: z.tuple([z.string().min(1)]) }) });

/** What npx was asked to fetch, as npm notes it in its cache: a name in a registry, or where the repository is. */
function fetchedByNpx(main: string): string | undefined {
  const [, folder] = /^(.*[\\/]_npx[\\/][^\\/]+)[\\/]/.exec(main) ?? [];
  if (folder === undefined) return undefined;
  try {
    const cache = cacheSchema.safeParse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));
    return cache.data?._npx.packages[0];
  } catch {
    // Another npm, which notes it elsewhere: the file itself is there as long as the cache is.
    return undefined;
  }
}
