/** Words at the ends of what is left of a request that say nothing without what was taken away. */
const LOOSE =
  'or|on|at|for|from|in|with|to|by|and|or|of|the|a|an|my|our|starting|@|is|are|it|as|should be|will be|of|due|before|after';
const LOOSE_BEFORE = /^(?:[\s,;:.–—-]|(?:on|at|for|from|in|to|by|of|and|the|a|an|my|our|it|as)(?=\s|$))+/i;
const LOOSE_AFTER = new RegExp(`(?:[\\s,;:–—-]|(?:^|(?<=\\s))(?:${LOOSE}))+$`, 'i');
const QUOTED = /["“”]([^"“”]+)["“”]/;
const IN_CALENDAR = /\b(?:to|in|on|into) (?:my|the|our) (?:calendar|schedule|agenda|diary)\b/gi;
/** `in` is part of many titles, so it needs a place that is one: `in room 4`, `in the library`, `in Rome`. */
const PLACE_IN = /(?:^|\s)in ((?:room|building|hall) .+|(?:the|our) .+|\p{Lu}.*)$/u;
const AFTER_TIME = /^ ?[,·–—] ?(\p{Lu}[\p{L}\p{N}'’.-]*(?: [\p{Lu}\p{N}][\p{L}\p{N}'’.-]*){0,3})$/u;
const ROOM = /(?:^|\s)((?:room|raum|salle|sala) \w{1,10})$/iu;
const PLACE_END = /\s+(?:for|with|to|and|about|because|re)\s/i;

/** A name for an event, and its place. */
export interface TitleAndPlace {
  readonly title: string;
  readonly location?: string;
}

/** The title and the place in the pieces of a request. */
export function titleAndPlace(pieces: readonly string[]): TitleAndPlace {
  const quoted = QUOTED.exec(pieces.join(' '))?.[1];
  let location: string | undefined;
  const last = pieces.at(-1) ?? '';
  // `…, 4:30 PM, Room 12`
  const after =
    pieces.length > 1 && pieces.slice(0, -1).some((piece) => trimmed(piece) !== '')
      ? AFTER_TIME.exec(last)?.[1]
      : undefined;
  if (after !== undefined) location = after;
  const rest = (after === undefined ? pieces : pieces.slice(0, -1)).map((piece) => {
    const plain = piece.replace(IN_CALENDAR, ' ');
    const match = location === undefined ? placeIn(plain) : undefined;
    if (match === undefined) return plain;
    location = match.place;
    return match.rest;
  });
  return {
    title:
      quoted ??
      capital(
        trimmed(
          rest
            .map((piece) => piece.trim())
            .filter((piece) => piece !== '')
            .join(' '),
        ),
      ),
    ...(location !== undefined && { location: capital(location) }),
  };
}

function placeIn(text: string): { readonly place: string; readonly rest: string } | undefined {
  const match = /(?:^|\s)(?:at|@) +(.+)$/i.exec(text) ?? PLACE_IN.exec(text) ?? ROOM.exec(text);
  if (match?.[1] === undefined) return undefined;
  const end = match[1].search(PLACE_END);
  const place = trimmed(end < 0 ? match[1] : match[1].slice(0, end));
  if (place === '') return undefined;
  return { place, rest: `${text.slice(0, match.index)} ${end < 0 ? '' : match[1].slice(end)}` };
}

/** A text without loose words at its ends. */
export function trimmed(text: string): string {
  return text
    .replace(/\s+/g, ' ')
    .replace(/ +,/g, ',')
    .replace(/ ?(?:, ?){2,}/g, ', ')
    .replace(/ (?:or|and) (?=(?:with|at) )/gi, ' ')
    .replace(LOOSE_BEFORE, '')
    .replace(LOOSE_AFTER, '')
    .trim();
}

/** A text with a capital letter first. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
