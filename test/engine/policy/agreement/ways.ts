import type { ElicitResult } from '@modelcontextprotocol/sdk/types.js';
import type { Policy } from '../../../../schemas/model/policy.js';

/** Where a call comes from, and what the person there does who is asked; nobody can be asked without one. */
export type Says =
  | { readonly at: 'client'; readonly person?: ElicitResult | 'leaves' }
  | { readonly at: 'terminal'; readonly person?: 'agreed' | 'declined' | 'unanswered' };

/** One call of several; `token` is the one that was given last, or one that somebody made up. */
export interface Step {
  readonly dryRun?: true;
  readonly token?: 'last' | 'forged';
}

/** A way to agree, or not to. */
export interface Way {
  readonly name: string;
  readonly confirmation: Policy['confirmation'];
  readonly says: Says;
  readonly steps: readonly Step[];
}

const ONCE = [{}];
const YES: ElicitResult = { action: 'accept', content: { answer: 'yes' } };
const client = (person?: ElicitResult | 'leaves') => ({ at: 'client', ...(person && { person }) }) as const;
const terminal = (person?: 'agreed' | 'declined' | 'unanswered') =>
  ({ at: 'terminal', ...(person && { person }) }) as const;

const FORGED = `c${Buffer.alloc(44, 7).toString('base64url')}`;

/** The token that a step sends. */
export function tokenFor({ token }: Step, last: string | undefined): string | undefined {
  return token === 'forged' ? FORGED : token === 'last' ? last : undefined;
}

/** Ways that end with a call which changes something come last, as a world is used up then. */
export const WAYS: readonly Way[] = [
  { name: 'a dry run', confirmation: 'auto', says: client(), steps: [{ dryRun: true }] },
  {
    name: 'a dry run where a person can be asked',
    confirmation: 'auto',
    says: client(YES),
    steps: [{ dryRun: true }],
  },
  {
    name: 'a dry run where nobody can be asked',
    confirmation: 'elicitation',
    says: client(),
    steps: [{ dryRun: true }],
  },
  {
    name: 'says no in the dialog',
    confirmation: 'auto',
    says: client({ action: 'accept', content: { answer: 'no' } }),
    steps: ONCE,
  },
  { name: 'declines the dialog', confirmation: 'auto', says: client({ action: 'decline' }), steps: ONCE },
  { name: 'cancels the dialog', confirmation: 'auto', says: client({ action: 'cancel' }), steps: ONCE },
  { name: 'closes the client', confirmation: 'auto', says: client('leaves'), steps: ONCE },
  { name: 'a forged token', confirmation: 'auto', says: client(), steps: [{ token: 'forged' }] },
  {
    name: 'a token where only a person counts',
    confirmation: 'elicitation',
    says: client(),
    steps: [{ token: 'forged' }],
  },
  {
    name: 'only a person counts, and there is none',
    confirmation: 'elicitation',
    says: client(),
    steps: ONCE,
  },
  { name: 'a token although there is a dialog', confirmation: 'token', says: client(YES), steps: ONCE },
  {
    name: 'a terminal where the person declines',
    confirmation: 'auto',
    says: terminal('declined'),
    steps: ONCE,
  },
  { name: 'a terminal that is left', confirmation: 'auto', says: terminal('unanswered'), steps: ONCE },
  { name: 'a shell without a terminal', confirmation: 'auto', says: terminal(), steps: ONCE },
  { name: 'agrees in the dialog', confirmation: 'auto', says: client(YES), steps: ONCE },
  { name: 'agrees where only a person counts', confirmation: 'elicitation', says: client(YES), steps: ONCE },
  { name: 'agrees in the terminal', confirmation: 'auto', says: terminal('agreed'), steps: ONCE },
  {
    name: 'the token of a refusal, twice',
    confirmation: 'auto',
    says: client(),
    steps: [{}, { token: 'last' }, { token: 'last' }],
  },
  {
    name: 'the token of a dry run',
    confirmation: 'auto',
    says: client(),
    steps: [{ dryRun: true }, { token: 'last' }],
  },
];
