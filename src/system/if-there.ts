import { errnoOf } from './errno-of.js';

/** What reading a file or folder gives; undefined where there is none. Every other failure is thrown. */
export async function ifThere<T>(reading: Promise<T>): Promise<T | undefined> {
  try {
    return await reading;
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}
