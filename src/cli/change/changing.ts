import type { AnswerData } from '../../../schemas/answers/success.js';
import { isRecord } from '../../../schemas/model/is-record.js';
import { cleanObject } from '../../server/answers/clean-text.js';
import { screenOf } from '../screen/screen.js';
import type { CommandCall } from '../shell/command.js';
import { UnfinishedError } from '../shell/usage-error.js';
import { type CommandContext, withService } from '../shell/with-service.js';
import { todayOf } from '../view/today-of.js';
import { type Change, printChange } from './print-change.js';

/** Exit code of a change that failed in part or was not agreed to. */
const PARTLY = 1;

export type Mutation = Readonly<Record<string, unknown>>;

export interface Wanted {
  readonly mutation: Mutation;
  /** Assumptions, in words. */
  readonly assumed?: readonly string[];
  /** Further sentences for the summary. */
  readonly remarks?: readonly string[];
  /** Lines below the summary. */
  readonly beside?: readonly string[];
  /** Needs no confirmation. */
  readonly isSure?: boolean;
  /** Number of events in earlier parts of a file, added to each position. */
  readonly before?: number;
}

/** Shows the change and asks first, unless it is sure. */
export function changing(
  call: CommandCall,
  wantedOf: (at: CommandContext) => Promise<Wanted>,
): Promise<number> {
  return withService(call, async (at) => {
    const wanted = await wantedOf(at);
    const { yes, 'dry-run': isDry } = call.options;
    const isSure = wanted.isSure === true || yes === true || isDry === true;
    if (isSure || (await isAgreed(call, at, wanted, await rehearsed(call, at, wanted))))
      return change(call, at, wanted);
    return PARTLY;
  });
}

/** True if the change failed, entirely or in part. */
export function hasFailed({ outcome, dryRun }: Pick<AnswerData, 'outcome' | 'dryRun'>): boolean {
  return outcome === 'partly_applied' || (outcome === 'not_applied' && dryRun !== true);
}

/** Makes one change and prints the result; returns the exit code. */
export async function change(call: CommandCall, at: CommandContext, wanted: Wanted): Promise<number> {
  const { options, env } = call;
  const isDry = options['dry-run'] === true;
  const clean = await written(at, {
    ...wanted,
    mutation: { ...withFields(call, wanted.mutation), ...(isDry && { dryRun: true }) },
  });
  process.stdout.write(
    options.json === true
      ? `${JSON.stringify(clean, undefined, 2)}\n`
      : `${[printChange(clean, { ...pageOn(process.stdout, env, at), ...wanted }), ...(isDry ? (wanted.beside ?? []) : [])].join('\n')}\n`,
  );
  return hasFailed(clean.data) ? PARTLY : 0;
}

/** Runs the change as a dry run. */
export function rehearsed(call: CommandCall, at: CommandContext, wanted: Wanted): Promise<Change> {
  const mutation = { ...withFields(call, wanted.mutation), dryRun: true };
  return written(at, { ...wanted, mutation });
}

/** Shows the plan and asks the person. */
export async function isAgreed(
  call: CommandCall,
  at: CommandContext,
  wanted: Wanted,
  plan: Change,
): Promise<boolean> {
  process.stderr.write(
    `${[printChange(plan, { ...pageOn(process.stderr, call.env, at), ...wanted }), ...(wanted.beside ?? [])].join('\n')}\n`,
  );
  if (at.context.ask === undefined) throw new UnfinishedError('To go ahead, add --yes.');
  if ((await at.context.ask('')) === 'agreed') return true;
  process.stderr.write('Nothing was changed.\n');
  return false;
}

function pageOn(
  stream: NodeJS.WriteStream,
  env: NodeJS.ProcessEnv,
  { clock }: Pick<CommandContext, 'clock'>,
) {
  return { ...screenOf(stream, env), today: todayOf(clock), now: clock.now() };
}

/** Fields that the summary of an event needs. */
const FIELDS = {
  event: ['title', 'start', 'end', 'calendar', 'location', 'status', 'myResponse', 'recurrence', 'attendees'],
  task: ['title', 'due', 'list', 'location', 'status', 'recurrence'],
} as const;

/** Adds the fields to print; a JSON answer keeps its default fields. */
function withFields(call: CommandCall, mutation: Mutation): Mutation {
  const { operation, type } = mutation;
  if (call.options.json === true || operation === 'import' || operation === 'undo') return mutation;
  return { ...mutation, fields: FIELDS[type === 'task' ? 'task' : 'event'] };
}

/** Makes the change and cleans the answer. Positions refer to the whole file. */
async function written({ service, context }: CommandContext, { mutation, before = 0 }: Wanted) {
  const result = await service.write({ mutation }, context);
  const entries = Object.entries(cleanObject(result.data)).map(([key, value]) => [
    key,
    numbered(value, before),
  ]);
  return {
    ...result,
    data: Object.fromEntries(entries) as typeof result.data,
    meta: cleanObject(result.meta),
  };
}

function numbered(value: unknown, before: number): unknown {
  if (!Array.isArray(value)) return value;
  return value.map((row) =>
    isRecord(row) && typeof row.position === 'number' ? { ...row, position: row.position + before } : row,
  );
}
