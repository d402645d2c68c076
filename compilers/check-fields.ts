import { keyAlias } from '../schemas/diagnostics/aliases.js';
import { likelyKeys } from '../schemas/diagnostics/did-you-mean.js';
import { CALENDAR_FIELDS, EVENT_FIELDS, TASK_FIELDS } from '../schemas/input/query.js';
import { plainKey } from '../schemas/model/pointer.js';
import { type Compilation, type InputPath, violate } from './compilation.js';

/** Reports each unknown name in `fields`, with the nearest unused field or else the list of all fields. */
export function checkFieldNames(
  fields: readonly string[],
  known: readonly string[],
  at: InputPath,
  compilation: Compilation,
): void {
  const there = new Set(fields);
  fields.forEach((field, index) => {
    if (known.includes(field)) return;
    const likely = likelyKeys(field, known);
    const near = likely.filter((name) => !there.has(name));
    const [nearest] = near;
    if (nearest !== undefined) there.add(nearest);
    const fix =
      nearest === undefined ? ({ kind: 'remove' } as const) : ({ kind: 'set', value: nearest } as const);
    const suggestion =
      nearest === undefined && keyAlias(field, known) === undefined
        ? `Known here: ${known.join(', ')}.`
        : `Use \`${nearest ?? likely[0]}\`.`;
    const place = [...at, 'fields', index];
    violate(compilation, place, {
      code: 'UNKNOWN_FIELD',
      message: messageOf(field, known),
      fix,
      didYouMean: near,
      suggestion,
    });
  });
}

function messageOf(field: string, known: readonly string[]): string {
  const own = OF_ROWS.find(({ names }) => names === known)?.type;
  const other = OF_ROWS.find(({ names }) => names !== known && names.some((name) => name === field))?.type;
  const there = other === undefined ? '' : `, but of ${other}`;
  return `\`${plainKey(field)}\` is not a field of ${own}${there}.`;
}

const OF_ROWS: readonly { readonly type: string; readonly names: readonly string[] }[] = [
  { type: 'events', names: EVENT_FIELDS },
  { type: 'tasks', names: TASK_FIELDS },
  { type: 'calendars', names: CALENDAR_FIELDS },
];
