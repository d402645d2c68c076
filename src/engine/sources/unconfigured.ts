import { noteText } from '../../../schemas/model/notes.js';
import type { Sources } from '../context/source.js';

/** What an answer says where there is nothing but a calendar in place of a configured one, until it has an event. */
export function unconfigured({ sources }: Pick<Sources, 'sources'>): readonly string[] {
  return sources.length > 0 && sources.every(({ calendar }) => calendar.standsIn)
    ? [noteText('unconfigured')]
    : [];
}
