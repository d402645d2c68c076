import { CalendarError } from '../../../schemas/model/error.js';
import type { Engine } from '../context/engine.js';
import type { CalendarService, CallContext } from '../context/service.js';

/** After each call by a model, stores what was shown and changed, for other and later processes. */
export function keepingShown(service: CalendarService, engine: Engine): CalendarService {
  const keeping =
    <Args, Answer>(ask: (args: Args, call: CallContext) => Promise<Answer>) =>
    async (args: Args, call: CallContext): Promise<Answer> => {
      try {
        return await ask(args, call);
      } finally {
        if (call.caller?.kind !== 'person') await keep(engine);
      }
    };
  return {
    ...service,
    read: keeping(service.read),
    write: keeping(service.write),
    analyze: keeping(service.analyze),
    search: keeping(service.search),
    fetch: keeping(service.fetch),
  };
}

/** If storing fails, this process still remembers it. */
async function keep({ exposure, limits, settings }: Engine): Promise<void> {
  try {
    if (settings.policy.guard) await exposure.keep();
    await limits.keep();
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
  }
}
