import { errnoOf } from './errno-of.js';

/** The result of reading a file or folder; undefined if it does not exist. Throws all other failures. */
export async function ifThere<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
