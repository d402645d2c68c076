import { LRUCache } from 'lru-cache';
import { heapShare } from '../../../system/heap-share.js';
import type { StoredObject } from './get-object.js';

/** Texts seen by this process with their ETags: some servers change ETags of untouched events. */
export interface SeenVersions {
  remember(object: StoredObject): void;
  /** Call when the stored text is unknown. */
  forget(href: string): void;
  /** Undefined unless the ETag matches. */
  textOf(href: string, etag: string): string | undefined;
}

const MAX_CHARACTERS = 16 * 1024 * 1024;
const PART_OF_HEAP = 0.05;

/** Shared by all accounts; evicts the least recently used. */
const versions = new LRUCache<string, StoredObject>({
  maxSize: heapShare(PART_OF_HEAP, MAX_CHARACTERS),
  sizeCalculation: ({ ics }) => ics.length + 1,
});
let accounts = 0;

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
