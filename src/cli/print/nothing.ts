import type { Screen } from '../screen/screen.js';

/** A line for an empty answer; says so if something could not be read. */
export function nothing(
  what: string,
  { paint, isPartial = false }: Pick<Screen, 'paint'> & { readonly isPartial?: boolean },
): string {
  return paint('dim', `  nothing ${what}${isPartial ? ' in what could be read' : ''}`);
}
