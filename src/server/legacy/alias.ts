import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import type { z } from 'zod/v3';
import { ignoreOverride, type JsonSchema7Type, zodToJsonSchema } from 'zod-to-json-schema';
import type { Success } from '../../../schemas/answers/success.js';
import type { FailureBody } from '../answers/error-envelope.js';
import { type AgreementForm, askedFor, BY_TOKEN, confirmedToken, withheldFrom } from './agreement.js';
import { legacyArguments } from './legacy-arguments.js';
import { type BuilderCall, type FailedCall, inOldWords, type OldWords } from './old-words.js';

/** Makes a builder call by the same path as every client's. */
export type Perform = (call: BuilderCall) => Promise<Success>;

export type LegacyAnswer = Readonly<Record<string, unknown>>;

/** What a call of an alias comes to: the builder call that does the same, and its result in the old shape. */
export interface Translation {
  readonly call: BuilderCall;
  /** Other calls that it takes to get the same answer; already made. */
  readonly also?: readonly BuilderCall[] | undefined;
  fromResult(result: Success): LegacyAnswer;
}

/** A translation with the token of a question that a person has agreed to. */
interface AgreedTranslation extends Translation {
  readonly confirmToken?: string | undefined;
}

/** One row of a profile: a tool of an earlier system, said in builder JSON. */
export interface AliasEntry<Input extends z.AnyZodObject> {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  /** The tools that do the same; by default the one that reads or writes. */
  readonly replacedBy?: string;
  /** A strict object, with the defaults its users rely on. */
  readonly input: Input;
  readonly writes: boolean;
  /** `false` for a tool that never needs anybody's agreement. */
  readonly asks?: false;
  /** `look` is for reads the call depends on, such as the ids behind a keyword. */
  translate(args: z.output<Input>, look: Perform): Translation | Promise<Translation>;
}

export interface Alias {
  readonly tool: Tool;
  readonly writes: boolean;
  translate(args: unknown, look: Perform): Promise<AgreedTranslation>;
  /** A failure in the shape the tool's users parsed; `call` is the call of ours that failed, if one was made. */
  failure(error: FailureBody, call?: FailedCall): LegacyAnswer;
}

/** What the tools of a profile share. */
export interface Profile {
  readonly words: OldWords;
  /** How people's agreement comes back. */
  readonly agreement?: AgreementForm;
  /** The form of errors; `given` are the arguments, where a call of ours was made of them. */
  failure(error: FailureBody, given?: unknown): LegacyAnswer;
}

/** Turns a row of a profile into an alias. */
export function defineAlias<Input extends z.AnyZodObject>(
  entry: AliasEntry<Input>,
  { words, failure, agreement = BY_TOKEN }: Profile,
): Alias {
  const own = { ...words, names: { ...words.names, confirmToken: [agreement.argument] } };
  const usual = entry.writes ? 'calendar_write' : 'calendar_read';
  const input = entry.asks === false ? entry.input : entry.input.extend(agreement.shape);
  return {
    tool: {
      name: entry.name,
      ...(entry.title !== undefined && { title: entry.title }),
      description: `Deprecated: use ${entry.replacedBy ?? usual}. ${entry.description}`,
      inputSchema: { ...jsonSchema(input), type: 'object' },
      annotations: { readOnlyHint: !entry.writes, ...(entry.writes && { destructiveHint: true }) },
    },
    writes: entry.writes,
    failure: (error, call) =>
      failure(askedFor(call === undefined ? error : inOldWords(error, call, own), agreement), call?.given),
    async translate(args, look) {
      const given = legacyArguments(input, args);
      const own = Object.entries(given).filter(([name]) => !(name in agreement.shape));
      const translation = await entry.translate(Object.fromEntries(own) as z.output<Input>, look);
      return {
        ...translation,
        confirmToken: confirmedToken(given, agreement),
        fromResult: (result) => ({
          ...translation.fromResult(result),
          ...withheldFrom(result, agreement),
        }),
      };
    },
  };
}

function jsonSchema(schema: z.ZodTypeAny): object {
  const { $schema: _, ...json } = zodToJsonSchema(schema, { $refStrategy: 'none', override: nestedSchema });
  return json;
}

/** A schema inside itself is listed by its description. */
function nestedSchema(def: z.ZodTypeDef): JsonSchema7Type | typeof ignoreOverride {
  if (!('getter' in def)) return ignoreOverride;
  return { type: 'object', ...(def.description !== undefined && { description: def.description }) };
}
