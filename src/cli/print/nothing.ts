import type { Screen } from '../screen/screen.js';

/** That there is nothing, as far as is known. */
export function nothing(
  what: string,
  { paint, isPartial = false }: Pick<Screen, 'paint'> & { readonly isPartial?: boolean },
): string {
  return paint('dim', `  nothing ${what}${isPartial ? ' in what could be read' : ''}`);
}
