import type { Backend } from './backend.js';

/** What stands around a backend: the same port, with something done before or after. */
export type Interceptor = (next: Backend) => Backend;

/**
 * The same backend with some members replaced; every other member is passed on, also those that the port gains later. The
 * members keep their own `this`.
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
