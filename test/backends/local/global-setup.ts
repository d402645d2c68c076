import { installed } from './installed.js';

/** Programs that tests use as witnesses; brought here before the tests start, which must not wait for it. */
export function setup(): void {
  installed('/usr/bin/khal', 'khal');
  installed('/usr/bin/strace', 'strace');
  installed('/usr/bin/openssl', 'openssl');
  installed('/usr/bin/dbus-daemon', 'dbus-daemon');
  installed('/usr/bin/gnome-keyring-daemon', 'gnome-keyring');
  installed('/usr/bin/secret-tool', 'libsecret-tools');
  installed('/usr/lib/python3/dist-packages/dateutil/__init__.py', 'python3-dateutil');
}
