import type { CalendarService } from './context/service.js';

/** Builds the service on the first call; after a failure, retries on the next. */
export function lazyService(make: () => Promise<CalendarService>): CalendarService {
  let made: Promise<CalendarService> | undefined;
  const service = (): Promise<CalendarService> => {
    made ??= make().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
  return {
    read: async (args, context) => (await service()).read(args, context),
    write: async (args, context) => (await service()).write(args, context),
    analyze: async (args, context) => (await service()).analyze(args, context),
    search: async (args, context) => (await service()).search(args, context),
    fetch: async (args, context) => (await service()).fetch(args, context),
    close: async () => (await made)?.close(),
  };
}
