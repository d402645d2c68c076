import { randomBytes } from 'node:crypto';

const LONGEST = 40;

/**
 * What a new calendar is stored under: plain letters and digits of its name, so that people find its folder, and
 * something random, so that it is no other's and can be part of any path or address.
 */
export function newFolderName(name: string): string {
  const words = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  const random = randomBytes(6).toString('hex');
  return [...(words === null ? [] : [words.join('-').slice(0, LONGEST)]), random].join('-');
}
