import type { CalendarError } from '../../schemas/model/error.js';

export function paths(error: CalendarError): readonly string[] {
  return (error.info.violations ?? []).map(({ path }) => path);
}

export const events = (filters: unknown) => ({ query: { type: 'events', filters } });
