import { resolve } from 'node:path';
import { expandHome } from './read-config-file.js';

/** A path of the configuration file is meant from where that file is. */
export function inFolder(folder: string, path: string): string {
  return resolve(folder, expandHome(path));
}

/** Programs that start servers often pass a variable they were not given as an empty one. */
export function given(value: string | undefined): string | undefined {
  return value === undefined || value.trim() === '' ? undefined : value.trim();
}
