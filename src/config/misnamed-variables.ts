import { configValue } from './config-values.js';

export const SETTING_VARIABLES = [
  'CALDAV_URL',
  'CALDAV_USERNAME',
  'CALDAV_PASSWORD',
  'CALDAV_CALENDAR_NAME',
  'CALENDAR_DIR',
  'CALENDAR_STATE_DIR',
  'CALENDAR_CONFIG',
  'CALENDAR_DATABASE',
  'CALENDAR_DATABASE_PASSWORD_FILE',
  'CALENDAR_SECRET_KEY_FILE',
  'CALENDAR_ADDRESSES',
  'CALENDAR_TIMEZONE',
  'CALENDAR_NOW',
  'CALENDAR_LOG',
  'CALENDAR_READ_ONLY',
  'CALENDAR_READ_DEADLINE',
  'CALENDAR_WRITE_DEADLINE',
] as const;

/** Warns about variables close to an unset setting, such as `CALDAV_USER`. */
export async function misnamedVariables(env: NodeJS.ProcessEnv): Promise<readonly string[]> {
  const isSet = (name: string): boolean => configValue(env[name]) !== undefined;
  const known: readonly string[] = SETTING_VARIABLES;
  const others = Object.keys(env).filter(
    (name) => /^(?:CALDAV|CALENDAR)_[A-Z_]{1,40}$/.test(name) && isSet(name) && !known.includes(name),
  );
  if (others.length === 0) return [];
  const { nearestWords } = await import('../../schemas/diagnostics/did-you-mean.js');
  return others.flatMap((name) => {
    const meant = nearestWords(name, known).find((one) => !isSet(one));
    return meant === undefined ? [] : [`${name} is not a setting: use ${meant}.`];
  });
}
