import type { Zone } from '../../../compilers/time/zone.js';
import { CalendarError } from '../../../schemas/model/error.js';
import type { Engine } from './engine.js';

export function zoneOrThrow(engine: Pick<Engine, 'zones'>, name: string): Zone {
  const zone = engine.zones(name);
  if (zone === undefined) {
    throw new CalendarError('INVALID_TIMEZONE', 'The time zone is not known.', {
      suggestion: 'Use an IANA name such as Europe/Berlin.',
    });
  }
  return zone;
}
