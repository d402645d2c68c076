import { release } from 'node:os';
import type { DoctorReport } from '../../schemas/settings/doctor-report.js';
import { clockOf } from '../config/configured-clock.js';
import type { Settings } from '../config/settings.js';
import type { Checklist } from '../ports/probe.js';

type Environment = Omit<DoctorReport['environment'], 'checks'>;

/** Cuts the OS release to its numbers, because custom kernel names can identify a person. */
export function environmentOf(): Environment {
  const { node, icu = '', tz = '' } = process.versions;
  return {
    node,
    platform: process.platform,
    arch: process.arch,
    release: /^\d+(?:\.\d+)*/.exec(release())?.[0] ?? '',
    icu,
    zones: tz,
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone || 'unknown',
  };
}

/** Checks the clock and the zone used for answers. */
export async function checkClock(checks: Checklist, settings: Settings): Promise<void> {
  await checks.check(
    'clock and time zone',
    async () => clockOf(settings),
    (clock) => {
      const facts = { zone: clock.timeZone(), fixed: settings.now !== undefined };
      const detail =
        settings.timezone === undefined ? 'The system time zone is used.' : 'The time zone is configured.';
      return facts.fixed
        ? {
            status: 'warning',
            detail: 'CALENDAR_NOW fixes the clock; it is meant for demonstrations.',
            facts,
          }
        : { status: 'ok', detail, facts };
    },
  );
}
