import { compileAnalysis } from '../../compilers/analysis/compile-analysis.js';
import type { CompileContext } from '../../compilers/context.js';
import { compileWrite } from '../../compilers/mutation/compile-write.js';
import type { AnalysisPlan } from '../../compilers/plan/analysis-plan.js';
import type { ReadPlan } from '../../compilers/plan/read-plan.js';
import type { WritePlan } from '../../compilers/plan/write-plan.js';
import { compileRead } from '../../compilers/query/compile-read.js';
import { ANALYZE, READ, WRITE } from '../../schemas/parse/parse-input.js';
import type { ToolName } from '../../schemas/tools/examples.js';
import { parseAndCompile } from '../../src/engine/errors/parse-and-compile.js';

/** The plan of arguments of calendar_read, read as a client's are. */
export function planOfRead(args: unknown, context: CompileContext): ReadPlan {
  return parseAndCompile(READ, args, ({ query }) => compileRead(query, context)).plan;
}

/** The plan of arguments of calendar_write. */
export function planOfWrite(args: unknown, context: CompileContext): WritePlan {
  return parseAndCompile(WRITE, args, ({ mutation }) => compileWrite(mutation, context)).plan;
}

/** The plan of arguments of calendar_analyze. */
export function planOfAnalysis(args: unknown, context: CompileContext): AnalysisPlan {
  return parseAndCompile(ANALYZE, args, ({ analysis }) => compileAnalysis(analysis, context)).plan;
}

/** The plan of arguments of any of the three. */
export function planOf(tool: ToolName, args: unknown, context: CompileContext): unknown {
  switch (tool) {
    case 'calendar_read':
      return planOfRead(args, context);
    case 'calendar_write':
      return planOfWrite(args, context);
    case 'calendar_analyze':
      return planOfAnalysis(args, context);
  }
}
