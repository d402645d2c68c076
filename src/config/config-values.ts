import { resolve } from 'node:path';
import { expandHome } from './read-config-file.js';

/** A path in the configuration file is relative to that file. */
export function inFolder(folder: string, path: string): string {
  return resolve(folder, expandHome(path));
}

/** Programs that start servers often pass a variable they were not given as an empty one. */
export function configValue(value: string | undefined): string | undefined {
  return value === undefined || value.trim() === '' ? undefined : value.trim();
}
