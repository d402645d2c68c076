import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { assembleScript } from '../../scripts/import-scripts.mjs';

// Writes every script as osascript gets it: those that other scripts include are in these.
const out = process.argv[2] ?? 'scripts';
const files = ['compilers/targets', 'src/backends']
  .flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((path) => join(folder, path)),
  )
  .filter((path) => /\.(applescript|jxa)$/.test(path));
const included = new Set(
  files.flatMap((path) =>
    [...readFileSync(path, 'utf8').matchAll(/^(?:--|\/\/) include: (\S+)$/gm)].map(([, part = '']) =>
      join(path, '..', part),
    ),
  ),
);
mkdirSync(out, { recursive: true });
for (const path of files.filter((one) => !included.has(one))) {
  const name = path.endsWith('.jxa') ? `${path.split('/').at(2)}-${basename(path)}` : basename(path);
  writeFileSync(join(out, name), assembleScript(path));
}
