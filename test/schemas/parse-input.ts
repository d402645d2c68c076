import type { AnalysisInput } from '../../schemas/input/analysis.js';
import type { MutationInput } from '../../schemas/input/mutation.js';
import type { QueryInput } from '../../schemas/input/query.js';
import { parseAnalyze, parseRead, parseWrite } from '../../schemas/parse/parse-input.js';
import type { ToolName } from '../../schemas/tools/examples.js';

/** The arguments of any of the three builder tools. */
export function parseInput(tool: 'calendar_read', args: unknown): QueryInput;
export function parseInput(tool: 'calendar_write', args: unknown): MutationInput;
export function parseInput(tool: 'calendar_analyze', args: unknown): AnalysisInput;
export function parseInput(tool: ToolName, args: unknown): QueryInput | MutationInput | AnalysisInput;
export function parseInput(tool: ToolName, args: unknown): QueryInput | MutationInput | AnalysisInput {
  switch (tool) {
    case 'calendar_read':
      return parseRead(args);
    case 'calendar_write':
      return parseWrite(args);
    case 'calendar_analyze':
      return parseAnalyze(args);
  }
}
