import { type Settings, secretsOf } from '../../config/settings.js';
import { createJsonLog } from '../../system/json-log.js';

/** Logs to stderr. */
export function serverLog(settings: Settings): ReturnType<typeof createJsonLog> {
  return createJsonLog({
    level: settings.logLevel,
    write: (line) => process.stderr.write(line),
    secrets: secretsOf(settings),
  });
}
