import { compileAnalysis } from '../../compilers/analysis/compile-analysis.js';
import type { AnalysisData } from '../../schemas/answers/analysis-data.js';
import type { Success } from '../../schemas/answers/success.js';
import { ANALYZE } from '../../schemas/parse/parse-input.js';
import { runAnalysis } from './analyze/run-analysis.js';
import type { CallPath } from './call-path.js';
import { beginCall } from './context/call.js';
import type { CallContext } from './context/service.js';
import { parseAndCompile } from './errors/parse-and-compile.js';
import { withCalendarPath } from './errors/placed.js';

export function answerAnalysis(
  args: unknown,
  context: CallContext,
  { engine, context: compiling, reading }: CallPath,
): Promise<Success<AnalysisData>> {
  const { input, plan } = parseAndCompile(ANALYZE, args, ({ analysis }) =>
    compileAnalysis(analysis, compiling()),
  );
  return withCalendarPath('analysis', input.analysis, () =>
    reading(engine, beginCall(context), (timed, own) => runAnalysis(plan, timed, own)),
  );
}
