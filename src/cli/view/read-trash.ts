import type { Success } from '../../../schemas/answers/success.js';
import { rowsIn } from '../../server/answers/result-rows.js';
import type { CommandContext } from '../shell/with-service.js';
import type { Agenda } from './read-agenda.js';
import { readMatching } from './read-events.js';

export async function readTrash(when: unknown, at: CommandContext): Promise<Success<Agenda>> {
  const period = when === 'any' ? {} : { when };
  const { data, meta } = await readMatching({ deleted: true, ...period }, at);
  const gone = await readMatching({ deleted: true, ...period }, at, 'tasks');
  return { success: true, data: { events: rowsIn(data.events), tasks: rowsIn(gone.data.tasks) }, meta };
}
