import { LRUCache } from 'lru-cache';

/** Where an object was last seen. */
interface Place {
  readonly calendarId: string;
  readonly href: string;
}

/** What was seen longer ago is looked up by a search. */
const MAX_PLACES = 20_000;

/**
 * Remembers where the events of this process's answers live, so that an id can be looked up without a search. An id
 * that was seen at two places has none: they may be copies, and a search tells.
 */
export interface Locator {
  seen(id: string, place: Place): void;
  placeOf(id: string): Place | undefined;
}

export function createLocator(): Locator {
  // Counted as sizes: with `max` the cache makes room for all of them at once.
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
