import { inside } from '../input/schema-walk.js';
import { pointer } from '../model/pointer.js';
import type { PlacedFix } from './apply-fixes.js';
import type { AskedCall, Finding, Path } from './finding.js';
import { sampleValue } from './sample-values.js';
import { selectByTitle } from './suggest-tool.js';

/** A missing key, with a sample value; for an event's id, also with another way to select it. */
export function missingKey(path: Path, message: string, { value }: AskedCall): Finding {
  const key = String(path.at(-1));
  const ofCalendar = inside(value, ['mutation', 'target']) === 'calendar';
  const missing = {
    path,
    violation: { code: 'INVALID_ARGUMENT', path: pointer(path), message },
    fixes: fixesOf(path, key, { ofCalendar }),
  } as const;
  if (key !== 'id' || ofCalendar) return missing;
  const around = inside(value, path.slice(0, -1));
  const selected = path.length === 2 ? selectByTitle(around) : undefined;
  if (selected !== undefined) return { ...missing, suggestion: selected.suggestion, instead: selected };
  // The example has a made-up id; without this, a model may call with it.
  return {
    ...missing,
    suggestion:
      path.length > 1
        ? 'Give filters that match the event, or its id, which calendar_read returns.'
        : 'Use an id from search or calendar_read.',
  };
}

function fixesOf(
  path: Path,
  key: string,
  { ofCalendar }: { readonly ofCalendar: boolean },
): readonly PlacedFix[] {
  const sample = sampleValue(path, ofCalendar);
  if (sample !== undefined)
    return [{ path, fix: { kind: 'set', value: sample, isMadeUp: path.length > 2 || key !== 'type' } }];
  return key === 'email' ? [{ path: path.slice(0, -1), fix: { kind: 'remove' } }] : [];
}
