import { noteText } from '../../../schemas/model/notes.js';
import type { Sources } from '../context/source.js';

/** Notes that no calendar is configured, until the placeholder calendar has an event. */
export function unconfigured({ sources }: Pick<Sources, 'sources'>): readonly string[] {
  return sources.length > 0 && sources.every(({ calendar }) => calendar.standsIn)
    ? [noteText('unconfigured')]
    : [];
}
