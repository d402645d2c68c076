import type { NamedEvent } from './events.js';
import { type Doubt, type Intent, writing } from './intent.js';
import { choiceOf } from './people.js';

/** A call that changes the event that is named. */
export function changeOf(
  { selection, event, doubts, choices }: NamedEvent,
  changes: Readonly<Record<string, unknown>>,
  more: readonly Doubt[] = [],
  starts: readonly string[] = [],
): Intent {
  return writing(
    { operation: 'update', ...selection, changes },
    {
      doubts: [...doubts, ...more],
      choices: [...choices, ...choiceOf('/mutation/changes/start', starts)],
      ...(event !== undefined && { event }),
    },
  );
}
