// @module-tag slow
import { describe, expect, it } from 'vitest';
import { type Mode, POLICIES, type Policy } from '../../../schemas/model/policy.js';
import type { PolicyRule } from '../../../src/engine/policy/decision.js';
import { some } from '../../cases.js';
import { expectedOf } from './agreement/expected.js';
import type { Operation } from './agreement/mutations.js';
import { OPERATIONS } from './agreement/operations.js';
import { tokenFor, WAYS, type Way } from './agreement/ways.js';
import { type Answer, makeWorld, type World } from './agreement/world.js';

const { trusted } = POLICIES;
const RULES = ['create', 'update', 'delete', 'purge', 'invite', 'respond', 'bulk', 'recipients'] as const;
type Setting = (typeof RULES)[number];

/** A policy with one mode for the given rules, and everything else as it is. */
function withModes(rules: readonly PolicyRule[], mode: Mode, policy: Policy = trusted): Policy {
  const { bulk, ...single } = policy.write;
  const write = Object.fromEntries(
    Object.entries(single).map(([rule, own]) => [rule, rules.some((one) => one === rule) ? mode : own]),
  ) as Omit<Policy['write'], 'bulk'>;
  return {
    ...policy,
    write: { ...write, bulk: rules.includes('bulk') ? { ...bulk, mode } : bulk },
    recipients: rules.includes('recipients') ? { allow: [], others: mode } : policy.recipients,
  };
}

const POLICY_OF = {
  allow: trusted,
  confirm: withModes(RULES, 'confirm'),
  deny: withModes(RULES, 'deny'),
  'read-only': { ...trusted, readOnly: true },
} as const;

/** Makes the calls of one way, and judges each; tells whether something was changed. */
async function judge(operation: Operation, policy: Policy, way: Way, world: World): Promise<boolean> {
  const party = await world.client({ ...policy, confirmation: way.confirmation }, way.says);
  let last: string | undefined;
  let done = false;
  for (const step of way.steps) {
    const [before, lines, asked] = [await world.stored(), world.lines.length, party.asked.length];
    const token = tokenFor(step, last);
    const answer = await party.call({
      ...operation.mutation(world.id),
      ...(step.dryRun && { dryRun: true }),
      ...(token !== undefined && { confirmToken: token }),
    });
    const after = await world.stored();
    if (done) {
      // Repeated: whatever the answer is, nothing happens.
      expect(after).toBe(before);
      continue;
    }
    const rule = expectedOf(operation, policy, way, step);
    const audited = world.lines.slice(lines);
    const ended = audited.at(-1);
    const error = answer?.error as { code?: string; outcome?: string } | undefined;
    const data = answer?.data as { outcome?: string; dryRun?: boolean } | undefined;
    const left = way.says.person === 'leaves' && rule.code === 'CANCELLED';
    const outcome = rule.applied ? 'applied' : 'not_applied';
    expect({
      code: left ? 'CANCELLED' : error?.code,
      outcome: left ? outcome : (data?.outcome ?? error?.outcome),
      answered: answer !== undefined,
      isTokenGiven: tokenIn(answer) !== undefined,
      asked: party.asked.length - asked,
      changed: after !== before,
      shown: isDone(operation, before, after),
      began: audited.some(({ type }) => type === 'began'),
      ended: ended?.type === 'ended' ? [ended.outcome, ended.code, ended.policy, ended.by.kind] : undefined,
    }).toEqual({
      code: rule.code,
      outcome,
      answered: !left,
      isTokenGiven: rule.token,
      asked: rule.asked ? 1 : 0,
      changed: rule.applied,
      shown: rule.applied,
      began: rule.applied,
      ended:
        rule.audit === undefined
          ? undefined
          : [outcome, rule.code, rule.audit, way.says.at === 'terminal' ? 'person' : 'assistant'],
    });
    last = tokenIn(answer) ?? last;
    done = rule.applied;
  }
  await party.close();
  return done;
}

function tokenIn(answer: Answer): string | undefined {
  return /"(?:confirmToken|token)":"([^"]+)"/.exec(JSON.stringify(answer ?? {}))?.[1];
}

function isDone({ shows, hides }: Operation, before: string, after: string): boolean {
  const isShown = shows === undefined || (!shows.test(before) && shows.test(after));
  const isHidden = hides === undefined || (hides.test(before) && !hides.test(after));
  return isShown && isHidden;
}

const newWorld = ({ first }: Operation) => makeWorld((id) => first?.(id));

const isFirstOfItsRules = (at: number): boolean =>
  OPERATIONS.findIndex(({ rules }) => `${rules}` === `${OPERATIONS[at]?.rules}`) === at;

/**
 * Tries the first operation under its rules in every way to agree, and each other one in every fourth. Without a
 * question the way makes no difference, so each operation has two or three.
 */
function waysOf(policy: Policy, at: number): readonly Way[] {
  const every = policy !== POLICY_OF.confirm ? 8 : isFirstOfItsRules(at) ? 1 : 4;
  return WAYS.filter((_, way) => (way + at) % every === 0);
}

describe.each(some(OPERATIONS))('$name', (operation) => {
  it.each(Object.entries(POLICY_OF))('%s: ways to agree', async (_, policy) => {
    let world = await newWorld(operation);
    for (const way of waysOf(policy, OPERATIONS.indexOf(operation)))
      if (await judge(operation, policy, way, world)) world = await newWorld(operation);
  });

  it('falls under its rules and no others', async () => {
    const others = RULES.filter((rule) => !operation.rules.includes(rule));
    const needsPerson = operation.rules.includes('deleteCalendar');
    const way: Way = {
      name: 'token',
      confirmation: 'auto',
      says: { at: 'client' },
      steps: needsPerson ? [{}, { token: 'last' }] : [{}],
    };
    await judge(operation, withModes(others, 'deny'), way, await newWorld(operation));
    const world = await newWorld(operation);
    const own = operation.rules.filter((rule): rule is Setting => RULES.some((one) => one === rule));
    for (const rule of own)
      for (const mode of ['confirm', 'deny'] as const)
        await judge(operation, withModes([rule], mode), { ...way, steps: [{}] }, world);
  });
});
