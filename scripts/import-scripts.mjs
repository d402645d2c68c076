import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/**
 * The text of a script as osascript gets it: for each line `-- include: PATH` (`//` in JavaScript) the text of that
 * file. Scripts cannot import anything, so each must hold every handler it calls.
 * @param {string} file
 */
export function assembleScript(file) {
  const part = (/** @type {string} */ path) => readFileSync(join(dirname(file), path), 'utf8').trimEnd();
  return readFileSync(file, 'utf8').replace(
    /\n+(?:--|\/\/) include: (\S+)/g,
    (_, path) => `\n\n${part(path)}`,
  );
}

/** Imports scripts, and statements of a database, as their texts: a plugin of the build and of the tests. */
export const scriptText = {
  name: 'import-scripts',
  load: (/** @type {string} */ file) =>
    /\.(applescript|jxa|sql)$/.test(file)
      ? { code: `export default ${JSON.stringify(assembleScript(file))};`, moduleType: 'js' }
      : undefined,
};
