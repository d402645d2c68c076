import { LRUCache } from 'lru-cache';

interface Place {
  readonly calendarId: string;
  readonly href: string;
}

/** Evicted objects are found by a search. */
const MAX_PLACES = 20_000;

/**
 * Remembers where the events of this process's answers live, so an id is found without a search. An id seen
 * at two places has none: they may be copies, and a search decides.
 */
export interface Locator {
  seen(id: string, place: Place): void;
  placeOf(id: string): Place | undefined;
}

export function createLocator(): Locator {
  // With `max`, the cache would allocate memory for all entries at once.
  const places = new LRUCache<string, Place | 'several'>({ maxSize: MAX_PLACES, sizeCalculation: () => 1 });
  return {
    seen(id, place) {
      const known = places.get(id);
      if (known === 'several') return;
      if (known === undefined) places.set(id, place);
      else if (known.calendarId !== place.calendarId || known.href !== place.href) places.set(id, 'several');
    },
    placeOf(id) {
      const place = places.get(id);
      return place === 'several' ? undefined : place;
    },
  };
}
