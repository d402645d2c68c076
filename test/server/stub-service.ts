import type { CalendarService } from '../../src/engine/context/service.js';

type Answers = Partial<Pick<CalendarService, 'search' | 'fetch' | 'write' | 'analyze'>> & {
  readonly read?: (
    ...call: Parameters<CalendarService['read']>
  ) => Promise<{ readonly success: true; readonly data: object; readonly meta: object }>;
};

/** A service that answers as told and remembers what it was asked. */
export function stubService(answers: Answers = {}) {
  const calls: { method: string; args: unknown }[] = [];
  const remember = (method: string, args: unknown): void => {
    calls.push({ method, args });
  };
  // A tool passes on whatever it is given.
  const success = { success: true, data: {} as never, meta: {} } as const;
  const service: CalendarService = {
    async read(args, context) {
      remember('read', args);
      return ((await answers.read?.(args, context)) as typeof success | undefined) ?? success;
    },
    async write(args, context) {
      remember('write', args);
      return answers.write?.(args, context) ?? success;
    },
    async analyze(args, context) {
      remember('analyze', args);
      return answers.analyze?.(args, context) ?? success;
    },
    async search(args, context) {
      remember('search', args);
      return answers.search?.(args, context) ?? { results: [] };
    },
    async fetch(args, context) {
      remember('fetch', args);
      return (
        answers.fetch?.(args, context) ?? { id: 'a', title: 'A', text: 'Title: A', url: '', metadata: {} }
      );
    },
    close: async () => undefined,
  };
  return { service, calls };
}
