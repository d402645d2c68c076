import { resolve } from 'node:path';
import { expandHome } from './read-config-file.js';

/** Resolves a path relative to the folder of the configuration file. */
export function inFolder(folder: string, path: string): string {
  return resolve(folder, expandHome(path));
}

/** An MCP bundle passes an empty form field this way. */
const NOT_GIVEN = /^\$\{user_config\.\w+\}$/;

/** Programs that start servers often pass an unset variable as an empty string or a placeholder. */
export function configValue(value: string | undefined): string | undefined {
  const text = value?.trim() ?? '';
  return text === '' || NOT_GIVEN.test(text) ? undefined : text;
}
