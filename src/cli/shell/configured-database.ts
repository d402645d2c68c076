import { CalendarError } from '../../../schemas/model/error.js';
import type { DatabaseSettings } from '../../config/database-settings.js';
import type { Settings } from '../../config/settings.js';

/** Throws CONFIGURATION if there is no database. */
export function configuredDatabase({ database }: Settings): DatabaseSettings {
  if (database !== undefined) return database;
  throw new CalendarError(
    'CONFIGURATION',
    'No database is configured: everything is kept in the state folder.',
    {
      suggestion: 'Set CALENDAR_DATABASE, or `database` in the configuration file (docs/guide/host.md).',
    },
  );
}
