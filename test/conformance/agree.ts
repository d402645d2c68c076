import { expect } from 'vitest';
import type { World } from '../fixtures/world.js';

/** Asks every world and returns the answers by name. If one fails, still waits for the others. */
export async function answersOf<T>(
  worlds: readonly World[],
  ask: (world: World) => Promise<T>,
): Promise<readonly [string, T][]> {
  const asking = worlds.map(async (world): Promise<[string, T]> => [world.name, await ask(world)]);
  await Promise.allSettled(asking);
  return Promise.all(asking);
}

/** All worlds must answer like the memory world; the fixture expects that answer. */
export function agree(
  answers: readonly (readonly [string, unknown])[],
  check: (result: unknown) => void,
): void {
  const plain: readonly (readonly [string, unknown])[] = JSON.parse(JSON.stringify(answers));
  const [reference] = plain;
  check(reference?.[1]);
  for (const answer of plain) expect(answer).toEqual([answer[0], reference?.[1]]);
}
