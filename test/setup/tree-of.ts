import { lstatSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

/** Every file and folder below a folder, with modes and bytes: two trees that are equal are the same. */
export function treeOf(root: string): Readonly<Record<string, string>> {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).map((entry) => {
    const path = join(entry.parentPath, entry.name);
    const mode = (lstatSync(path).mode & 0o777).toString(8);
    return [
      relative(root, path),
      `${mode} ${entry.isFile() ? readFileSync(path, 'base64') : 'folder'}`,
    ] as const;
  });
  return Object.fromEntries(entries.toSorted());
}
