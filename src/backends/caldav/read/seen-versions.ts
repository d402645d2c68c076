import { LRUCache } from 'lru-cache';
import { heapShare } from '../../../system/heap-share.js';
import type { StoredObject } from './get-object.js';

/** Texts this process has seen with their ETags: some servers change ETags of untouched events. */
export interface SeenVersions {
  remember(object: StoredObject): void;
  /** What is stored there now was not read. */
  forget(href: string): void;
  /** The text that came with this ETag. */
  textOf(href: string, etag: string): string | undefined;
}

const MAX_CHARACTERS = 16 * 1024 * 1024;
const PART_OF_HEAP = 0.05;

/** Of all accounts of this process, those that were seen least recently going first. */
const versions = new LRUCache<string, StoredObject>({
  maxSize: heapShare(PART_OF_HEAP, MAX_CHARACTERS),
  sizeCalculation: ({ ics }) => ics.length + 1,
});
let accounts = 0;

/** Keeps the latest version of each object of one account. */
export function createSeenVersions(): SeenVersions {
  const own = accounts++;
  const keyOf = (href: string): string => `${own}\n${href}`;
  return {
    remember: (object) => {
      versions.set(keyOf(object.href), object);
    },
    forget: (href) => void versions.delete(keyOf(href)),
    textOf(href, etag) {
      const version = versions.get(keyOf(href));
      return version?.etag === etag ? version.ics : undefined;
    },
  };
}
