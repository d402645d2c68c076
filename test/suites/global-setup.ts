import type { TestProject } from 'vitest/node';
import { problemWithPrograms } from './programs.js';

declare module 'vitest' {
  interface ProvidedContext {
    problemWithSuites: string | undefined;
  }
}

/** Fetches the programs before the tests start, which must not wait for it. */
export async function setup(project: TestProject): Promise<void> {
  const problem = await problemWithPrograms();
  project.provide('problemWithSuites', problem);
  if (problem === undefined) return;
  const line = `*** The conformance suite of MCP and its Inspector are skipped: ${problem}`;
  if (process.env.CI !== undefined) throw new Error(line);
  process.stderr.write(`\n${line}\n\n`);
}
