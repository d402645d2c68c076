/** What the subset of AppleScript that our scripts are written in consists of. `line` counts from 1. */
export type Expression = { readonly line: number } & (
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  | { readonly kind: 'list'; readonly items: readonly Expression[] }
  | { readonly kind: 'now' }
  | { readonly kind: 'character'; readonly code: Expression }
  | { readonly kind: 'delimiters' }
  | { readonly kind: 'variable'; readonly name: string; readonly own: boolean }
  | { readonly kind: 'call'; readonly name: string; readonly args: readonly Expression[] }
  | { readonly kind: 'not'; readonly of: Expression }
  | { readonly kind: 'negative'; readonly of: Expression }
  | { readonly kind: 'binary'; readonly op: Operator; readonly left: Expression; readonly right: Expression }
  | { readonly kind: 'as'; readonly type: 'text' | 'integer'; readonly of: Expression }
  | { readonly kind: 'part'; readonly part: DatePart; readonly of: Expression }
  | { readonly kind: 'size'; readonly of: Expression }
  | { readonly kind: 'contents'; readonly of: Expression }
  | { readonly kind: 'item'; readonly index: Expression; readonly of: Expression }
  | { readonly kind: 'text items'; readonly of: Expression }
  | { readonly kind: 'slice'; readonly from: Expression; readonly to: Expression; readonly of: Expression }
  | { readonly kind: 'enumerator'; readonly name: string }
  | { readonly kind: 'get'; readonly target: Specifier }
  | { readonly kind: 'count'; readonly target: Specifier }
  | MakeExpression
);

interface MakeExpression {
  readonly kind: 'make';
  readonly className: string;
  readonly at: Specifier;
  readonly properties: readonly (readonly [string, Expression])[];
}

export type Operator =
  | '&'
  | '+'
  | '-'
  | '*'
  | 'div'
  | 'mod'
  | '<'
  | '<='
  | '>'
  | '>='
  | 'is'
  | 'is not'
  | Word;
type Word = 'contains' | 'starts with' | 'and' | 'or';

export type DatePart = 'year' | 'month' | 'day' | 'time';

/** A chain of elements below the application or an object, and perhaps a property at its end. */
export interface Specifier {
  readonly line: number;
  /** The variable that holds the object the chain begins at; else the application. */
  readonly root?: string;
  /** Outermost first: calendar, then event, then alarm. */
  readonly steps: readonly Step[];
  readonly property?: string;
}

export interface Step {
  readonly className: string;
  readonly which:
    | { readonly kind: 'every' }
    | { readonly kind: 'range'; readonly from: Expression; readonly to: Expression }
    | { readonly kind: 'index'; readonly value: Expression }
    | { readonly kind: 'id'; readonly value: Expression };
}

export type Statement = { readonly line: number } & (
  | { readonly kind: 'set'; readonly name: string; readonly own: boolean; readonly value: Expression }
  | { readonly kind: 'set delimiters'; readonly value: Expression }
  | {
      readonly kind: 'set part';
      readonly part: DatePart;
      readonly of: Expression;
      readonly value: Expression;
    }
  | {
      readonly kind: 'set item';
      readonly index: Expression;
      readonly of: Expression;
      readonly value: Expression;
    }
  | { readonly kind: 'append'; readonly list: Expression; readonly value: Expression }
  | { readonly kind: 'put'; readonly target: Specifier; readonly value: Expression }
  | { readonly kind: 'delete'; readonly target: Specifier }
  | { readonly kind: 'do'; readonly value: Expression }
  | {
      readonly kind: 'if';
      readonly test: Expression;
      readonly so: readonly Statement[];
      readonly otherwise: readonly Statement[];
    }
  | {
      readonly kind: 'count loop';
      readonly name: string;
      readonly from: Expression;
      readonly to: Expression;
      readonly by?: Expression;
      readonly body: readonly Statement[];
    }
  | {
      readonly kind: 'list loop';
      readonly name: string;
      readonly list: Expression;
      readonly body: readonly Statement[];
    }
  | { readonly kind: 'while'; readonly test: Expression; readonly body: readonly Statement[] }
  | { readonly kind: 'exit' }
  | { readonly kind: 'return'; readonly value: Expression }
  | { readonly kind: 'error'; readonly message: Expression; readonly number: Expression }
  | { readonly kind: 'try'; readonly body: readonly Statement[]; readonly handler: ErrorHandler }
  | { readonly kind: 'considering'; readonly body: readonly Statement[] }
  | { readonly kind: 'timeout'; readonly seconds: number; readonly body: readonly Statement[] }
  | { readonly kind: 'tell'; readonly body: readonly Statement[] }
);

interface ErrorHandler {
  readonly message?: string;
  readonly number?: string;
  readonly body: readonly Statement[];
}

export interface Handler {
  readonly name: string;
  readonly parameters: readonly string[];
  readonly body: readonly Statement[];
}

export interface Script {
  readonly properties: readonly { readonly name: string; readonly value: Expression }[];
  readonly handlers: ReadonlyMap<string, Handler>;
}

/** The script is not one of our subset, or uses a term that the dictionary does not have. */
export class ScriptSyntaxError extends Error {
  override readonly name = 'ScriptSyntaxError';

  constructor(line: number, message: string) {
    super(`line ${line}: ${message}`);
  }
}
