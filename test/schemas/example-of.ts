import { expect } from 'vitest';
import type { ToolName } from '../../schemas/tools/examples.js';
import { errorOf } from '../thrown.js';
import { parseInput } from './parse-input.js';

/** The example of the error of a call; it must itself be accepted. */
export function exampleOf(tool: ToolName, call: unknown): unknown {
  const { example } = errorOf(() => parseInput(tool, call)).info;
  expect(() => parseInput(tool, example)).not.toThrow();
  return example;
}
