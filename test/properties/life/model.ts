import { expect } from 'vitest';
import type { Success } from '../../../schemas/answers/success.js';
import { CalendarError } from '../../../schemas/model/error.js';
import { POLICIES, type Policy } from '../../../schemas/model/policy.js';
import { textsOf, type World } from './world.js';

const rules = (mode: 'confirm' | 'deny') =>
  ({
    create: mode,
    update: mode,
    delete: mode,
    purge: mode,
    invite: mode,
    respond: mode,
    hidden: mode,
    bulk: { over: 10, mode },
  }) as const;

/** The model's policies. After a refusal under one of `REFUSING`, it repeats the call under `trusted`. */
const POLICY = {
  ...POLICIES,
  asking: { ...POLICIES.careful, name: 'custom', write: rules('confirm') },
  denying: { ...POLICIES.trusted, name: 'custom', write: rules('deny') },
  hidden: { ...POLICIES.trusted, name: 'custom', calendars: { visible: ['Elsewhere'], writable: ['*'] } },
  unwritable: { ...POLICIES.trusted, name: 'custom', calendars: { visible: ['*'], writable: [] } },
} satisfies Record<string, Policy>;
export type PolicyName = keyof typeof POLICY;
export const POLICY_NAMES = Object.keys(POLICY) as readonly PolicyName[];
const REFUSING: readonly PolicyName[] = ['denying', 'hidden', 'unwritable', 'read-only'];

/** The answer of each write: its outcome, after the code if it was refused. */
export type Told = readonly string[];

/**
 * Makes calls like a model whose person agrees to everything, each under its own policy and on a new service. A
 * refused call changes no byte, and neither does a token for another call.
 */
export function createModel(world: World) {
  const told: string[] = [];
  let chosen: PolicyName = 'trusted';
  let oldToken: string | undefined;

  async function attempt(name: PolicyName, mutation: object): Promise<Success> {
    try {
      const success = await world.open(POLICY[name]).write({ mutation });
      told.push(String(success.data.outcome));
      return success;
    } catch (error) {
      told.push(answerOf(error));
      throw error;
    }
  }

  /** Checks that a call changes nothing, with any answer. */
  async function inVain(name: PolicyName, mutation: object): Promise<void> {
    const before = await textsOf(world);
    await attempt(name, mutation).catch(answerOf);
    expect(await textsOf(world)).toEqual(before);
  }

  return {
    told: told as Told,
    setPolicy: (name: PolicyName) => {
      chosen = name;
    },
    async write(mutation: object): Promise<Success> {
      // For a dedicated assistant, others' events match no filter, accept no response, and have no title in answers.
      const needsSight = ['filters', 'response', 'ics'].some((key) => key in mutation);
      const policy = chosen === 'dedicated' && needsSight ? 'careful' : chosen;
      if (REFUSING.includes(policy)) {
        await inVain(policy, mutation);
        return attempt('trusted', mutation);
      }
      try {
        return await attempt(policy, mutation);
      } catch (error) {
        const token = error instanceof CalendarError ? error.info.pendingAction?.token : undefined;
        if (token === undefined) throw error;
        if (oldToken !== undefined) await inVain(policy, { ...mutation, confirmToken: oldToken });
        const confirmed = { ...mutation, confirmToken: token };
        const success = await attempt(policy, confirmed);
        await inVain(policy, confirmed);
        oldToken = token;
        return success;
      }
    },
  };
}

/** The code and outcome of a write that failed as expected. */
export function answerOf(error: unknown): string {
  if (!(error instanceof CalendarError)) throw error;
  return `${error.code} ${error.info.outcome}`;
}
