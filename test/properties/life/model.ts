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

/** Under what the model calls. Whatever `REFUSING` has is lifted after it has refused. */
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

/** How each write was answered: the outcome, before it the code of a refusal. */
export type Told = readonly string[];

/**
 * Makes calls as a model does whose person agrees to everything, each under a policy of its own and on a service that
 * was just started. Nothing that is refused changes a byte, and neither does a token that is not for the call.
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

  /** Whatever it is answered, everything stays as it is. */
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
      // What a dedicated assistant did not create matches no filter, cannot be answered, and has no title in answers.
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

/** The answer to a write that failed as it should. */
export function answerOf(error: unknown): string {
  if (!(error instanceof CalendarError)) throw error;
  return `${error.code} ${error.info.outcome}`;
}
