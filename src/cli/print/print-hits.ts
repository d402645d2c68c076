import type { SearchHit } from '../../engine/context/service.js';
import type { Screen } from '../screen/screen.js';
import { textWidth, wrap } from '../screen/text-width.js';
import { nothing } from './nothing.js';

/** Prints one hit per line if it fits: title with day and time, and the ID for calls. */
export function printHits(
  hits: readonly SearchHit[],
  screen: Screen & { readonly isPartial?: boolean },
): string {
  const { paint, width } = screen;
  if (hits.length === 0) return nothing('found', screen);
  const lines = hits.map((hit) => {
    const title = hit.title.replace(/\s+/g, ' ');
    const id = hit.id;
    const fits = textWidth(title) + textWidth(id) + 4 <= width;
    const shown = fits ? [title] : wrap(title, width - 4);
    return `  ${shown.join('\n    ')}${fits ? '  ' : '\n    '}${paint('dim', id)}`;
  });
  return lines.join('\n');
}
