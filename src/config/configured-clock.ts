import type { Zone } from '../../compilers/time/zone.js';
import { CalendarError } from '../../schemas/model/error.js';
import type { Clock } from '../ports/clock.js';
import { fixedClock, systemClock, systemZone } from '../system/system-clock.js';
import type { Settings } from './settings.js';

/** Loads time zones only to check a configured one: the system zone is always valid. */
export async function clockOf({ timezone, now, workingHours }: Settings): Promise<Clock> {
  const zonesOfHours = [workingHours].flat().flatMap((hours) => hours.timezone ?? []);
  if (timezone === undefined && now === undefined && zonesOfHours.length === 0) return systemClock();
  const [{ zoneOf }, { resolveZone, resolveAskedZone }] = await Promise.all([
    import('../calendar/zones/zone.js'),
    import('../../compilers/time/resolve-zone.js'),
  ]);
  const zone = configured(() => resolveZone(timezone ?? systemZone(), zoneOf), 'The default time zone', {
    suggestion: 'Correct CALENDAR_TIMEZONE, --timezone, or timezone in the configuration file.',
  });
  for (const id of zonesOfHours)
    configured(() => resolveAskedZone(id, zoneOf), 'The time zone of the working hours', {
      suggestion: 'Correct workingHours in the configuration file.',
    });
  return now === undefined ? systemClock(zone.id) : fixedClock(now, zone);
}

/** Reports an unknown zone as CONFIGURATION, because the mistake is not in the call. */
function configured(zone: () => Zone, subject: string, info: { readonly suggestion: string }): Zone {
  try {
    return zone();
  } catch (error) {
    if (!(error instanceof CalendarError)) throw error;
    const { didYouMean = [] } = error.info;
    const message = `${subject} must be a name such as Europe/Berlin.`;
    throw new CalendarError('CONFIGURATION', message, { didYouMean, ...info });
  }
}
