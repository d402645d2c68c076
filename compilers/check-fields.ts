import { likelyKeys } from '../schemas/diagnostics/did-you-mean.js';
import { CALENDAR_FIELDS, EVENT_FIELDS } from '../schemas/input/query.js';
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
    const [nearest] = near;
    const fix =
      nearest === undefined ? ({ kind: 'remove' } as const) : ({ kind: 'set', value: nearest } as const);
    const message = nearest === undefined ? elsewhere(field, known) : 'There is no such field.';
    violate(compilation, 'UNKNOWN_FIELD', [...at, 'fields', index], message, fix, near);
  });
}

/** Where a field is to be found, else which there are. */
function elsewhere(field: string, known: readonly string[]): string {
  const [other] = OF_ROWS.filter(({ names }) => names !== known && names.some((name) => name === field));
  return other === undefined
    ? `There is no such field; the fields are ${known.join(', ')}.`
    : `Only rows of type "${other.type}" have this field.`;
}

const OF_ROWS: readonly { readonly type: string; readonly names: readonly string[] }[] = [
  { type: 'events', names: EVENT_FIELDS },
  { type: 'calendars', names: CALENDAR_FIELDS },
];
