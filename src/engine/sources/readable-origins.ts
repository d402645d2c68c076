import { CalendarError } from '../../../schemas/model/error.js';
import type { Engine } from '../context/engine.js';
import type { Origins } from '../context/origins.js';

const UNKNOWN: Origins = { of: () => undefined };
const NOTE =
  'What the assistant has created cannot be looked up just now, so all events are treated as those of others.';

/** Origins of events; unknown if the state store is unavailable: calendars can be read without it. */
export async function readableOrigins({ provenance }: Engine): Promise<Origins> {
  try {
    return await provenance.origins();
  } catch (error) {
    if (error instanceof CalendarError && error.code === 'UNAVAILABLE') return UNKNOWN;
    throw error;
  }
}

export function originNotes(origins: Origins): readonly string[] {
  return origins === UNKNOWN ? [NOTE] : [];
}
