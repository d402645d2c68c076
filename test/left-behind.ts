import { afterAll, afterEach, expect, vi } from 'vitest';
import { endAll } from './at-end.js';

/** Files share a process and its modules, so each restores its changes when it ends. */
const env = { ...process.env };
const folder = process.cwd();

afterEach(endAll);

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  vi.unstubAllGlobals();
  expect(process.env).toEqual(env);
  expect(process.cwd()).toBe(folder);
});
