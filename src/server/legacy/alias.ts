import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import type { z } from 'zod/v3';
import { ignoreOverride, type JsonSchema7Type, zodToJsonSchema } from 'zod-to-json-schema';
import type { Success } from '../../../schemas/answers/success.js';
import type { FailureBody } from '../answers/error-envelope.js';
import { type AgreementForm, askedFor, BY_TOKEN, confirmedToken, withheldFrom } from './agreement.js';
import { legacyArguments } from './legacy-arguments.js';
import { type BuilderCall, type FailedCall, inOldWords, type OldWords } from './old-words.js';

/** Makes a builder call the same way as a client's. */
export type Perform = (call: BuilderCall) => Promise<Success>;

export type LegacyAnswer = Readonly<Record<string, unknown>>;

/** Translation of an alias call: the equivalent builder call, and a converter for its result. */
export interface Translation {
  readonly call: BuilderCall;
  /** Further calls for the same answer, already made. */
  readonly also?: readonly BuilderCall[] | undefined;
  fromResult(result: Success): LegacyAnswer;
}

interface AgreedTranslation extends Translation {
  readonly confirmToken?: string | undefined;
}

/** A tool of an earlier system, defined by builder calls. */
export interface AliasEntry<Input extends z.AnyZodObject> {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  /** Tools that replace it; default calendar_read or calendar_write. */
  readonly replacedBy?: string;
  /** A strict object with the original defaults. */
  readonly input: Input;
  readonly writes: boolean;
  /** `false` for a tool that never needs approval. */
  readonly asks?: false;
  /** `look` makes reads that the call depends on, such as finding ids by keyword. */
  translate(args: z.output<Input>, look: Perform): Translation | Promise<Translation>;
}

export interface Alias {
  readonly tool: Tool;
  readonly writes: boolean;
  translate(args: unknown, look: Perform): Promise<AgreedTranslation>;
  /** A failure in the tool's original form; `call`: the failed builder call, if any. */
  failure(error: FailureBody, call?: FailedCall): LegacyAnswer;
}

/** Common parts of a profile's tools. */
export interface Profile {
  readonly words: OldWords;
  readonly agreement?: AgreementForm;
  /** The form of errors; `given`: the arguments, if they became a builder call. */
  failure(error: FailureBody, given?: unknown): LegacyAnswer;
}

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

/** Lists a nested schema by its description. */
function nestedSchema(def: z.ZodTypeDef): JsonSchema7Type | typeof ignoreOverride {
  if (!('getter' in def)) return ignoreOverride;
  return { type: 'object', ...(def.description !== undefined && { description: def.description }) };
}
