import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { CalendarError } from '../../schemas/model/error.js';

/** An entry of the operating system's keychain: macOS Keychain, Windows Credential Manager, Secret Service. */
export interface KeychainEntry {
  readonly service: string;
  readonly account: string;
}

/** Leaves the owner time to unlock a locked keychain. */
const DEADLINE_MS = 30_000;
const MAX_BYTES = 64 * 1024;
const UNLOCK = 'Unlock it, for example by logging in at the desktop; then repeat the call.';

/**
 * Runs in a separate process, because a keychain that asks its owner cannot be interrupted and would delay exit.
 * Secrets go through pipes, never through arguments. Prints one letter and, after F, the secret. On Linux it uses only
 * the Secret Service: the library would fall back to kernel keys, which a restart erases.
 */
const CHILD = `
const [, library, service, account, task] = process.argv;
const { Entry } = require(library);
const end = (text) => process.stdout.write(text);
try {
  const entry = new Entry(service, account, { linux: { store: 'secret-service' } });
  if (task === 'write') {
    const parts = [];
    process.stdin.on('data', (part) => parts.push(part)).on('end', () => {
      try {
        entry.setPassword(Buffer.concat(parts).toString('utf8'));
        end('W');
      } catch (error) { end('E' + error.message); }
    });
  } else if (task === 'remove') {
    entry.deletePassword();
    end('W');
  } else {
    const secret = entry.getPassword();
    end(typeof secret === 'string' ? 'F' + secret : 'N');
  }
} catch (error) { end('E' + error.message); }
`;

/** Throws CONFIGURATION if the secret is missing or the keychain is unusable. */
export async function readKeychain(entry: KeychainEntry, deadlineMs = DEADLINE_MS): Promise<string> {
  const said = await ask(entry, { task: 'read' }, deadlineMs);
  const secret = said.slice(1);
  if (said.startsWith('F') && secret !== '') return secret;
  throw said.startsWith('E') ? failed(secret) : noEntry();
}

/** Throws CONFIGURATION if the keychain is unusable. */
export async function hasEntry(entry: KeychainEntry): Promise<boolean> {
  const said = await ask(entry, { task: 'read' }, DEADLINE_MS);
  if (said.startsWith('E')) throw failed(said.slice(1));
  return said.startsWith('F');
}

/** Creates the entry if needed. */
export async function writeKeychain(
  entry: KeychainEntry,
  secret: string,
  deadlineMs = DEADLINE_MS,
): Promise<void> {
  const said = await ask(entry, { task: 'write', secret }, deadlineMs);
  if (said !== 'W') throw failed(said.slice(1));
}

/** Ignores a missing entry. */
export async function removeKeychain(entry: KeychainEntry): Promise<void> {
  const said = await ask(entry, { task: 'remove' }, DEADLINE_MS);
  if (said !== 'W' && !said.startsWith('N')) throw failed(said.slice(1));
}

/** Tests the keychain by reading an entry that does not exist. */
export async function hasKeychain(): Promise<boolean> {
  const entry = { service: 'calendar-mcp', account: 'nobody' };
  const said = await ask(entry, { task: 'read' }, DEADLINE_MS).catch(() => 'E');
  return !said.startsWith('E');
}

type Task = { readonly task: 'read' | 'remove' } | { readonly task: 'write'; readonly secret: string };

function ask({ service, account }: KeychainEntry, task: Task, deadlineMs: number): Promise<string> {
  const args = [library(), service, account, task.task];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['-e', CHILD, '--', ...args], {
      stdio: ['pipe', 'pipe', 'ignore'],
      env: withSessionBus(process.env),
      timeout: deadlineMs,
      killSignal: 'SIGKILL',
      windowsHide: true,
    });
    const parts: Buffer[] = [];
    let bytes = 0;
    child.stdout.on('data', (part: Buffer) => {
      bytes += part.length;
      if (bytes <= MAX_BYTES) parts.push(part);
    });
    child.on('error', () => reject(failed('')));
    child.on('close', (code, killed) => {
      if (killed === 'SIGKILL') reject(slow());
      else if (code !== 0 || bytes > MAX_BYTES) reject(failed(''));
      else resolve(Buffer.concat(parts).toString('utf8'));
    });
    // The child may have exited already; its exit code decides.
    child.stdin.on('error', () => undefined);
    child.stdin.end('secret' in task ? task.secret : '');
  });
}

/** Resolved late, because the native package may be missing on this system. */
function library(): string {
  try {
    const require = createRequire(import.meta.url);
    return require.resolve('@napi-rs/keyring');
  } catch (error) {
    throw failed('', error);
  }
}

/** Programs that start servers often pass few variables; the session bus has a default path. */
function withSessionBus(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  if (process.platform !== 'linux' || (env.DBUS_SESSION_BUS_ADDRESS ?? '') !== '') return env;
  const socket = `${env.XDG_RUNTIME_DIR ?? `/run/user/${process.getuid?.()}`}/bus`;
  return existsSync(socket) ? { ...env, DBUS_SESSION_BUS_ADDRESS: `unix:path=${socket}` } : env;
}

function noEntry(): CalendarError {
  return new CalendarError('CONFIGURATION', 'The keychain has no entry for this account.', {
    suggestion:
      'Run "calendar-mcp login", or store the secret under the service and account named in the configuration.',
  });
}

/** Maps the system's message to one of our own. */
function failed(words: string, cause?: unknown): CalendarError {
  if (/prompt|dismiss|locked|denied|cancel|interaction/i.test(words)) {
    return new CalendarError('CONFIGURATION', 'The keychain is locked and was not unlocked.', {
      retryable: true,
      suggestion: UNLOCK,
    });
  }
  return new CalendarError('CONFIGURATION', 'The keychain of this computer cannot be used.', {
    suggestion:
      'Start the server inside a desktop session (on Linux with DBUS_SESSION_BUS_ADDRESS and a Secret Service), or use passwordCommand instead.',
    cause,
  });
}

function slow(): CalendarError {
  return new CalendarError(
    'CONFIGURATION',
    'The keychain did not answer in time: it may be waiting for its owner.',
    {
      retryable: true,
      suggestion: UNLOCK,
    },
  );
}
