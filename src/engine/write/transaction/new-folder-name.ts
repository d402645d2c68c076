import { createHash, randomBytes } from 'node:crypto';

const LONGEST = 40;

/**
 * The folder of a new calendar: plain letters and digits of its name, so that people find it, and a random
 * part, so that it is unique and safe in any path or address. With a `seed`, it is always the same.
 */
export function newFolderName(name: string, seed?: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  const random =
    seed === undefined ? randomBytes(6) : createHash('sha256').update(seed).digest().subarray(0, 6);
  return [...(words === null ? [] : [words.join('-').slice(0, LONGEST)]), random.toString('hex')].join('-');
}
