import { inspect } from 'node:util';

/** Hides its value from templates, JSON, logs and debuggers. */
export interface Secret {
  reveal(): string;
}

const SHOWN = '[secret]';

export function secret(value: string): Secret {
  return Object.freeze({
    reveal: () => value,
    toString: () => SHOWN,
    toJSON: () => SHOWN,
    [inspect.custom]: () => SHOWN,
  });
}
