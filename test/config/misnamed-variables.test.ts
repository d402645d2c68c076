import { expect, it } from 'vitest';
import { misnamedVariables } from '../../src/config/misnamed-variables.js';

it.each<[Record<string, string>, readonly string[]]>([
  [{ CALDAV_USER: 'ana' }, ['CALDAV_USER is not a setting: use CALDAV_USERNAME.']],
  [{ CALENDAR_TIMEZON: 'UTC' }, ['CALENDAR_TIMEZON is not a setting: use CALENDAR_TIMEZONE.']],
  [{ CALDAV_USER: 'ana', CALDAV_USERNAME: 'ana' }, []],
  [{ CALDAV_USER: ' ' }, []],
  [{ CALENDAR_OF_SAINTS: 'x', PATH: '/bin', CALDAV_URL: 'x' }, []],
])('of %j warns %j', async (env, warnings) => {
  expect(await misnamedVariables(env)).toEqual(warnings);
});
