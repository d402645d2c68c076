import type { ObjectReference, Value } from './values.js';

export type Which =
  | 'every'
  | { readonly index: number }
  | { readonly id: string }
  | { readonly from: number; readonly to: number };

/** A chain of elements from the outermost on, with its indexes worked out. */
export interface Address {
  readonly root?: ObjectReference;
  readonly steps: readonly { readonly className: string; readonly which: Which }[];
  readonly property?: string;
}

/** The application that is told things; each call is one Apple event. */
export interface Application {
  get(address: Address): Value;
  put(address: Address, value: Value): void;
  count(address: Address): number;
  make(className: string, at: Address, properties: ReadonlyMap<string, Value>): Value;
  delete(address: Address): void;
}

/** A script while it runs, and what it has said of texts and timeouts. */
export interface Running {
  readonly now: number;
  readonly properties: Map<string, Value>;
  delimiter: Value;
  considering: boolean;
  seconds: number;
  call(name: string, args: readonly Value[]): Value;
  /** One Apple event. */
  send<T>(event: (application: Application) => T): T;
}

type Made<T> = (run: Running, names: Map<string, Value>) => T;

/** What the parser makes of a value: what gives it. */
export type Expression = Made<Value>;
/** What the parser makes of a statement: what carries it out, and tells what its handler returns, if it ends there. */
export type Statement = Made<{ readonly value: Value } | undefined>;
/** What the parser makes of a chain of elements, with the class at its end; `isMany` where it names several objects. */
export interface Specifier {
  readonly className: string;
  readonly property: string | undefined;
  readonly isEvery: boolean;
  readonly isMany: boolean;
  readonly address: Made<Address>;
}

export interface Script {
  readonly properties: ReadonlyMap<string, Expression>;
  readonly handlers: ReadonlyMap<
    string,
    { readonly parameters: readonly string[]; readonly body: Statement }
  >;
}

/** What the parser knows at a place of a script. */
export interface Scope {
  /** Names that have been set above, in this handler. */
  readonly names: Set<string>;
  readonly properties: ReadonlyMap<string, unknown>;
  readonly inTell: boolean;
  readonly inTimeout: boolean;
  readonly calls: { readonly name: string; readonly count: number }[];
}
