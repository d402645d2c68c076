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

/** Keeps the latest version of each object, the least recently seen ones going first. */
export function createSeenVersions(): SeenVersions {
  const versions = new LRUCache<string, StoredObject>({
    maxSize: heapShare(PART_OF_HEAP, MAX_CHARACTERS),
    sizeCalculation: ({ ics }) => ics.length + 1,
  });
  return {
    remember: (object) => {
      versions.set(object.href, object);
    },
    forget: (href) => void versions.delete(href),
    textOf(href, etag) {
      const version = versions.get(href);
      return version?.etag === etag ? version.ics : undefined;
    },
  };
}
