/** One installation at a time, even across test workers. */
const LOCK = '/tmp/calendar-mcp-tests-apt.lock';
const APT = 'apt-get -qq';

/** Waits for every other program that installs packages. An option of apt-get covers only one of its three locks. */
const WAITING = `waiting() {
  until said=$(LC_ALL=C "$@" 2>&1); do
    case $said in *'ould not get lock'*) sleep 1 ;; *) echo "$said" >&2; exit 100 ;; esac
  done
}`;

/** Program and arguments to install Debian packages, even if the package lists are missing or old. */
export function aptInstallation(packages: readonly string[]): readonly [string, readonly string[]] {
  const script = `${WAITING}\nwaiting ${APT} update; waiting ${APT} install -y --no-install-recommends "$@"`;
  return ['flock', [LOCK, 'sh', '-c', script, 'sh', ...packages]];
}
