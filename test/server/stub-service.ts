import type { CalendarService, Success } from '../../src/engine/context/service.js';

/** A service that answers as told and remembers what it was asked. */
export function stubService(answers: Partial<CalendarService> = {}) {
  const calls: { method: string; args: unknown }[] = [];
  const remember = (method: string, args: unknown): void => {
    calls.push({ method, args });
  };
  const success: Success = { success: true, data: {}, meta: {} };
  const service: CalendarService = {
    async read(args, context) {
      remember('read', args);
      return answers.read?.(args, context) ?? success;
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
