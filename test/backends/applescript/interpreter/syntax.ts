import type { Application } from './application.js';
import type { Value } from './values.js';

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

type Names = Map<string, Value>;

/** What the parser makes of a value: what gives it. */
export type Expression = (run: Running, names: Names) => Value;
/** What the parser makes of a statement: what carries it out, and tells what its handler returns, if it ends there. */
export type Statement = (run: Running, names: Names) => { readonly value: Value } | undefined;

export interface Handler {
  readonly parameters: readonly string[];
  readonly body: Statement;
}

export interface Script {
  readonly properties: ReadonlyMap<string, Expression>;
  readonly handlers: ReadonlyMap<string, Handler>;
}

/** What the parser knows at a place of a script. */
export interface Scope {
  /** Names that have been set above, in this handler. */
  readonly names: Set<string>;
  readonly properties: ReadonlyMap<string, unknown>;
  /** Names that hold an object of Calendar, with its class. */
  readonly objects: Map<string, string>;
  readonly inTell: boolean;
  readonly inTimeout: boolean;
  readonly inConsidering: boolean;
  readonly calls: { readonly name: string; readonly count: number; readonly line: number }[];
}

/** The script is not one of our subset, or uses a term that the dictionary does not have. */
export class ScriptSyntaxError extends Error {
  override readonly name = 'ScriptSyntaxError';

  constructor(line: number, message: string) {
    super(`line ${line}: ${message}`);
  }
}
