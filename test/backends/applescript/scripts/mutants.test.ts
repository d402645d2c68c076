import { describe, expect, it } from 'vitest';
import { SCRIPT_SOURCES, type ScriptName } from '../../../../compilers/targets/applescript/script-sources.js';
import { SCENARIOS } from '../scenarios/scenarios.js';
import { type Mutation, TRAPS } from './mutants.js';

function mutated([from, to]: Mutation): Partial<Record<ScriptName, string>> {
  const changed: Partial<Record<ScriptName, string>> = {};
  for (const [name, source] of Object.entries(SCRIPT_SOURCES)) {
    const next =
      typeof from === 'string' ? source.replaceAll(from, to) : source.replace(new RegExp(from, 'g'), to);
    if (next !== source) changed[name as ScriptName] = next;
  }
  return changed;
}

async function failures(
  sources: Partial<Record<ScriptName, string>>,
  enough = 1,
): Promise<readonly string[]> {
  const failed: string[] = [];
  for (const [name, scenario] of Object.entries(SCENARIOS)) {
    try {
      await scenario(sources);
    } catch (error) {
      failed.push(`${name}: ${error instanceof Error ? error.message : 'failed'}`);
      if (failed.length >= enough) break;
    }
  }
  return failed;
}

describe('the scripts as they are', () => {
  it.each(Object.entries(SCENARIOS))('%s', async (_, scenario) => scenario({}));
});

describe.each(Object.entries(TRAPS))('%s', (_, mutants) => {
  it.each(Object.entries(mutants))('is noticed: %s', async (_, mutation) => {
    const sources = mutated(mutation);
    expect(Object.keys(sources)).not.toEqual([]);
    expect(await failures(sources)).not.toEqual([]);
  });
});
