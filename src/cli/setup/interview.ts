import type { OptionValues } from '../shell/options.js';

/** Columns that a prompt takes for its frame. */
export const FRAME = 4;

/** Thrown when the person leaves; nothing is written then. */
export class InterviewCancelled extends Error {
  override readonly name = 'Left';
}

/** A question. If asking is impossible, the error names its option. */
export interface OpenQuestion<T> {
  readonly option: keyof OptionValues;
  readonly message: string;
  readonly given?: T | undefined;
  /** Used without a person, proposed otherwise. */
  readonly fallback?: T | undefined;
}

export interface TextQuestion extends OpenQuestion<string> {
  readonly example?: string;
  /** Returns the reason if the text is invalid. */
  readonly check?: (text: string) => string | undefined;
}

export interface ChoiceQuestion<T extends string> extends OpenQuestion<T> {
  readonly choices: readonly {
    readonly value: T;
    readonly label: string;
    readonly hint?: string | undefined;
  }[];
}

export type SeveralQuestion<T extends string> = Omit<ChoiceQuestion<T>, 'given' | 'fallback'> &
  OpenQuestion<readonly T[]>;

export interface Interview {
  /** A person can answer. */
  readonly isAttended: boolean;
  text(question: TextQuestion): Promise<string>;
  secret(question: OpenQuestion<string>): Promise<string>;
  one<T extends string>(question: ChoiceQuestion<T>): Promise<T>;
  several<T extends string>(question: SeveralQuestion<T>): Promise<readonly T[]>;
  agree(message: string, proposed?: boolean): Promise<boolean>;
  /** Reads a line while other work continues; rejects when that work ends. */
  typed(message: string, signal: AbortSignal): Promise<string>;
  say(text: string, how?: 'plain' | 'done' | 'warning'): void;
}
