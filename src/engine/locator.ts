import { LRUCache } from 'lru-cache';

/** Where an object was last seen. */
interface Place {
  readonly calendarId: string;
  readonly href: string;
}

const MAX_PLACES = 200_000;

/** Remembers where the events of this process's answers live, so that an id can be looked up without a search. */
export interface Locator {
  seen(id: string, place: Place): void;
  placeOf(id: string): Place | undefined;
}

export function createLocator(): Locator {
  const places = new LRUCache<string, Place>({ max: MAX_PLACES });
  return {
    seen: (id, place) => void places.set(id, place),
    placeOf: (id) => places.get(id),
  };
}
