import { describe, it } from 'vitest';

type Register<Body> = (name: string, body: Body) => void;

/** A case that exists only if it applies; the server's quirks print the reason otherwise. */
export function caseIf(applies: unknown): Register<() => Promise<void>> {
  return applies ? (name, body) => void it(name, body) : () => undefined;
}

/** The same for a group of cases. */
export function suiteIf(applies: unknown): Register<() => void> {
  return applies ? (name, body) => void describe(name, body) : () => undefined;
}
