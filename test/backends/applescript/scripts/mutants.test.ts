// @module-tag slow
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

async function failureOf(sources: Partial<Record<ScriptName, string>>): Promise<string | undefined> {
  for (const [name, scenario] of Object.entries(SCENARIOS)) {
    const found = await scenario(sources).then(
      () => undefined,
      (error) => `${name}: ${error}`,
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

it.each(Object.entries(SCENARIOS))('the scripts as they are: %s', async (_, scenario) => scenario({}));

describe.each(Object.entries(TRAPS))('%s', (_, mutants) => {
  it.each(Object.entries(mutants))('is noticed: %s', async (_, mutation) => {
    const sources = mutated(mutation);
    expect(Object.keys(sources)).not.toEqual([]);
    expect(await failureOf(sources)).toBeDefined();
  });
});
