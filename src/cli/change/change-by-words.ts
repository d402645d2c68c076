import { cell } from '../../server/answers/result-rows.js';
import { isTask } from '../print/shown-event.js';
import type { RunCommand } from '../shell/command.js';
import { changing } from './changing.js';
import { pickRow } from './pick-row.js';
import { VERBS } from './verbs.js';

/** Changes the one event or task that words name. What would happen is shown before the person agrees. */
export function changeByWords(name: keyof typeof VERBS): RunCommand {
  return (call) => {
    const { among, wish } = VERBS[name];
    const { words, change } = wish(call.args);
    return changing(call, async (at) => {
      const row = await pickRow(words.join(' ').trim(), among, at);
      const scope = call.options.scope ?? (cell(row, 'id').includes('/') ? 'this' : undefined);
      const mutation = await change(row);
      return {
        mutation: {
          ...mutation,
          id: row.id,
          ...(scope !== undefined && mutation.operation !== 'restore' && { scope }),
          ...(isTask(row) && { type: 'task' }),
        },
      };
    });
  };
}
