import type { ErrorCode, Outcome, PendingAction, Violation } from '../model/error.js';

/** An error in an answer (docs/guide/errors.md). */
export type ErrorBody = {
  readonly code: ErrorCode;
  readonly message: string;
  readonly retryable?: true;
  readonly outcome?: Outcome;
  readonly path?: string;
  readonly didYouMean?: readonly string[];
  readonly suggestion?: string;
  readonly example?: unknown;
  readonly retryAfterMs?: number;
  readonly violations?: readonly (Pick<Violation, 'code' | 'path'> & Partial<Violation>)[];
  readonly details?: Readonly<Record<string, unknown>>;
  readonly pendingAction?: PendingAction;
};
