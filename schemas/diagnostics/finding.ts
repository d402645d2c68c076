import type { z } from 'zod/v3';
import type { Violation } from '../model/error.js';
import type { ToolName } from '../tools/examples.js';
import type { PlacedFix } from './apply-fixes.js';

/** What to do instead of something that does not exist. */
export interface OtherCall {
  readonly suggestion: string;
  /** A complete call. */
  readonly example?: unknown;
}

/** Keys and indices from the root of a call. */
export type Path = readonly (string | number)[];

/** One violation, what to do about it, and how to put the call right. No fixes: it cannot be put right here. */
export interface Finding {
  readonly path: Path;
  readonly violation: Violation;
  readonly fixes: readonly PlacedFix[];
  readonly suggestion?: string;
  readonly instead?: OtherCall;
  /** The call is meant for another tool; nothing else matters. */
  readonly otherTool?: boolean;
}

/** Where findings are looked for: the tool, the schema of the whole call and the call. */
export interface AskedCall {
  readonly tool: ToolName | undefined;
  readonly schema: z.ZodTypeAny;
  readonly value: unknown;
}

/** What an input compiles to, and what is wrong with its times and words; with findings the plan is not to be run. */
export interface Compiled<Plan> {
  readonly plan: Plan;
  readonly findings: readonly Finding[];
}

/** A call as it was read, and everything wrong with it that could be seen. */
export interface Judged {
  /** Undefined where it is too large to be looked at. */
  readonly call: unknown;
  readonly findings: readonly Finding[];
  /** True if its form is right, so that it was compiled, too. */
  readonly isCompiled: boolean;
}
