import { describe, it } from 'vitest';

type Register<Body> = (name: string, body: Body) => void;

/** A case that exists only where it applies; why it does not elsewhere is printed with the server's quirks. */
export function caseIf(applies: unknown): Register<() => Promise<void>> {
  return applies ? (name, body) => void it(name, body) : () => undefined;
}

/** A group of such cases. */
export function suiteIf(applies: unknown): Register<() => void> {
  return applies ? (name, body) => void describe(name, body) : () => undefined;
}
