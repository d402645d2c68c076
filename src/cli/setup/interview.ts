import type { OptionValues } from '../shell/options.js';

/** Columns that a prompt takes for its frame. */
export const FRAME = 4;

/** The person left: nothing is written. */
export class Left extends Error {
  override readonly name = 'Left';
}

/** A question; the option that answers it is named where nobody can be asked. */
export interface OpenQuestion<T> {
  readonly option: keyof OptionValues;
  readonly message: string;
  readonly given?: T | undefined;
  /** What is taken where nobody is asked, and proposed otherwise. */
  readonly fallback?: T | undefined;
}

export interface TextQuestion extends OpenQuestion<string> {
  readonly example?: string;
  /** Why the text cannot be right. */
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

/** Whom the conversation is with. */
export interface Interview {
  /** Somebody sits there. */
  readonly isAttended: boolean;
  text(question: TextQuestion): Promise<string>;
  secret(question: OpenQuestion<string>): Promise<string>;
  one<T extends string>(question: ChoiceQuestion<T>): Promise<T>;
  several<T extends string>(question: SeveralQuestion<T>): Promise<readonly T[]>;
  agree(message: string, proposed?: boolean): Promise<boolean>;
  /** A line that is typed while something else goes on; rejects when that has ended. */
  typed(message: string, signal: AbortSignal): Promise<string>;
  say(text: string, how?: 'plain' | 'done' | 'warning'): void;
}
