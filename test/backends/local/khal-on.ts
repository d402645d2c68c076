import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const KHAL = '/usr/bin/khal';

/** Runs khal with arguments and gives what it prints. */
export type Khal = (...args: readonly string[]) => string;

/** khal with calendars of its own: name → folder. `home` holds its configuration and cache. */
export function khalOn(home: string, calendars: ReadonlyMap<string, string>, zone: string): Khal {
  const [first = ''] = calendars.keys();
  const config = [
    '[calendars]',
    ...[...calendars].flatMap(([name, path]) => [`[[${name}]]`, `path = ${path}`]),
    '[sqlite]',
    `path = ${home}/khal.db`,
    '[locale]',
    `local_timezone = ${zone}`,
    `default_timezone = ${zone}`,
    'timeformat = %H:%M',
    'dateformat = %Y-%m-%d',
    'longdateformat = %Y-%m-%d',
    'datetimeformat = %Y-%m-%d %H:%M',
    'longdatetimeformat = %Y-%m-%d %H:%M',
    '[default]',
    `default_calendar = ${first}`,
  ];
  mkdirSync(home, { recursive: true });
  writeFileSync(join(home, 'khal.conf'), `${config.join('\n')}\n`);
  const env = { PATH: process.env.PATH ?? '', HOME: home, LC_ALL: 'C.UTF-8', LANG: 'C.UTF-8', TZ: zone };
  return (...args) =>
    execFileSync(KHAL, ['-c', join(home, 'khal.conf'), ...args], {
      env,
      cwd: home,
      stdio: ['ignore', 'pipe', 'pipe'],
    }).toString();
}
