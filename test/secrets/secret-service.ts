import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { installed } from '../backends/local/installed.js';

/** A session bus, whose Secret Service is started by the first who asks for it. */
export interface Session {
  /** Environment of programs inside the session. */
  readonly env: NodeJS.ProcessEnv;
  end(): Promise<void>;
}

/** Homes of one test, with their keyrings. */
export interface KeyringHome {
  /** With the keyring open, or locked as after a login without password. */
  session(state: 'open' | 'locked'): Promise<Session>;
  remove(): void;
}

/** Whether a real Secret Service can be had here. */
export function hasSecretService(): boolean {
  return (
    installed('/usr/bin/dbus-daemon', 'dbus-daemon') &&
    installed('/usr/bin/gnome-keyring-daemon', 'gnome-keyring') &&
    installed('/usr/bin/secret-tool', 'libsecret-tools')
  );
}

/** A home of its own: nothing of the machine's keyrings is seen or changed. */
export function keyringHome(): KeyringHome {
  const home = mkdtempSync(join(tmpdir(), 'keyring-'));
  const runtime = join(home, 'run');
  mkdirSync(runtime);
  chmodSync(runtime, 0o700);
  const base = {
    PATH: process.env.PATH,
    HOME: home,
    XDG_RUNTIME_DIR: runtime,
    XDG_DATA_HOME: join(home, 'data'),
  };
  return {
    async session(state) {
      const bus = spawn('/usr/bin/dbus-daemon', ['--session', '--nofork', '--print-address'], {
        env: base,
        stdio: ['ignore', 'pipe', 'ignore'],
      });
      // Also where a test fails before it ends the session.
      process.once('exit', () => bus.kill());
      const [line] = (await once(bus.stdout, 'data')) as [Buffer];
      const env = { ...base, DBUS_SESSION_BUS_ADDRESS: line.toString().trim() };
      if (state === 'open') {
        execFileSync('/usr/bin/gnome-keyring-daemon', ['--unlock', '--components=secrets'], {
          env,
          input: 'the password of this keyring',
          stdio: ['pipe', 'ignore', 'ignore'],
        });
      }
      return { env, end: () => ended(bus) };
    },
    remove: () => rmSync(home, { recursive: true, force: true, maxRetries: 5 }),
  };
}

/** The keyring ends with its bus. */
async function ended(bus: ChildProcess): Promise<void> {
  if (bus.exitCode !== null || bus.signalCode !== null) return;
  bus.kill();
  await once(bus, 'exit');
}
