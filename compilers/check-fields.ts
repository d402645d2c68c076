import { likelyKeys } from '../schemas/diagnostics/did-you-mean.js';
import { type Compilation, type InputPath, violate } from './compilation.js';

/** Names in `fields` that are none: each with the nearest right one. */
export function checkFieldNames(
  fields: readonly string[],
  known: readonly string[],
  at: InputPath,
  compilation: Compilation,
): void {
  fields.forEach((field, index) => {
    if (known.includes(field)) return;
    const near = likelyKeys(field, known);
    const [nearest = 'id'] = near;
    const message =
      near.length > 0
        ? 'There is no such field.'
        : `There is no such field; the fields are ${known.join(', ')}.`;
    const fix = { kind: 'set', value: nearest, isMadeUp: near.length === 0 } as const;
    violate(compilation, 'UNKNOWN_FIELD', [...at, 'fields', index], message, fix, near);
  });
}
