import type { z } from 'zod/v3';
import type { Violation } from '../model/error.js';
import type { ToolName } from '../tools/examples.js';
import type { PlacedFix } from './apply-fixes.js';

/** An alternative to something that does not exist. */
export interface OtherCall {
  readonly suggestion: string;
  /** A complete call. */
  readonly example?: unknown;
}

/** Keys and indices from the root of a call. */
export type Path = readonly (string | number)[];

/** One violation, advice, and fixes for the call. Without fixes, it cannot be corrected here. */
export interface Finding {
  readonly path: Path;
  readonly violation: Violation;
  readonly fixes: readonly PlacedFix[];
  readonly suggestion?: string;
  readonly instead?: OtherCall;
  /** The call belongs to another tool; other findings do not matter. */
  readonly otherTool?: boolean;
}

/** The context of findings: the tool, the schema of the whole call and the call. */
export interface AskedCall {
  readonly tool: ToolName | undefined;
  readonly schema: z.ZodTypeAny;
  readonly value: unknown;
}

/** The plan of an input, and the problems with its times and words; a plan with findings must not run. */
export interface Compiled<Plan> {
  readonly plan: Plan;
  readonly findings: readonly Finding[];
}

/** A parsed call and all its visible problems. */
export interface Judged {
  /** Undefined if it is too large. */
  readonly call: unknown;
  readonly findings: readonly Finding[];
  /** True if the form is right, so that it was compiled, too. */
  readonly isCompiled: boolean;
}
