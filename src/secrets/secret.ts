import { inspect } from 'node:util';

/** A value that no printing shows: not in templates, JSON, logs or a debugger's inspection. */
export interface Secret {
  /** The value itself, for the one place that uses it. */
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
