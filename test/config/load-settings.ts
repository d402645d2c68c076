import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { loadSettings, type ServerFlags } from '../../src/config/settings.js';

export const folder = mkdtempSync(join(tmpdir(), 'calendar-settings-'));
export function inNewFolder(): void {
  mkdirSync(folder, { recursive: true });
  afterAll(() => rmSync(folder, { recursive: true }));
}

export const empty = { XDG_CONFIG_HOME: folder, HOME: folder };
export const caldav = {
  CALDAV_URL: 'https://dav.fastmail.com/',
  CALDAV_USERNAME: 'ana',
  CALDAV_PASSWORD: 'canary-Pa55',
};

export function load(env: NodeJS.ProcessEnv = {}, flags: ServerFlags = {}) {
  return loadSettings(flags, { ...empty, ...env });
}

export function withFile(content: unknown, env: NodeJS.ProcessEnv = {}) {
  const path = join(folder, `${Math.random().toString(36).slice(2)}.json`);
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content), { mode: 0o600 });
  return { path, load: () => load({ ...env, CALENDAR_CONFIG: path }) };
}
