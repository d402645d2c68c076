import type { Backend } from './backend.js';

/** Wraps a backend: the same port, with something done before or after. */
export type Interceptor = (next: Backend) => Backend;

/**
 * The same backend with some members replaced; it passes on every other member, including future ones. Members keep
 * their own `this`.
 */
export function delegate(backend: Backend, overrides: Partial<Backend>): Backend {
  return new Proxy(backend, {
    get(target, name) {
      if (Object.hasOwn(overrides, name)) return Reflect.get(overrides, name);
      const member: unknown = Reflect.get(target, name, target);
      return typeof member === 'function' ? member.bind(target) : member;
    },
  });
}
