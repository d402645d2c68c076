import { createHash, randomBytes } from 'node:crypto';

const LONGEST = 40;

/**
 * What a new calendar is stored under: plain letters and digits of its name, so that people find its folder, and
 * something random, so that it is no other's and can be part of any path or address. With a `seed` it is the same
 * each time.
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
