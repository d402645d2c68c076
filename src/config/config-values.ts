import { resolve } from 'node:path';
import { expandHome } from './read-config-file.js';

/** A path in the configuration file is relative to that file. */
export function inFolder(folder: string, path: string): string {
  return resolve(folder, expandHome(path));
}

/** How an MCP bundle passes a field of its form that was left empty. */
const NOT_GIVEN = /^\$\{user_config\.\w+\}$/;

/** Programs that start servers often pass a variable they were not given as an empty one, or as its placeholder. */
export function configValue(value: string | undefined): string | undefined {
  const text = value?.trim() ?? '';
  return text === '' || NOT_GIVEN.test(text) ? undefined : text;
}
