/** One installation at a time, also between test workers. */
const LOCK = '/tmp/calendar-mcp-tests-apt.lock';
const APT = 'apt-get -o DPkg::Lock::Timeout=180 -qq';

/** Program and arguments that install Debian packages on a machine whose package lists may be missing or old. */
export function aptInstallation(packages: readonly string[]): readonly [string, readonly string[]] {
  const script = `${APT} update && ${APT} install -y --no-install-recommends "$@"`;
  return ['flock', [LOCK, 'sh', '-c', script, 'sh', ...packages]];
}
