import type { BuilderCall, LegacyCase } from '../legacy-fixture.js';
import type { Json } from '../legacy-server.js';

/** Another way to write an old call, and what it comes to, if the call comes to `call`. */
interface OtherForm {
  readonly tool: string;
  readonly args: Json;
  readonly callOf: (call: BuilderCall) => BuilderCall;
}

const same = (call: BuilderCall) => call;

/** Names without dots, everything in `params`, and a batch of one. */
export function otherForms({ tool, args }: LegacyCase): readonly OtherForm[] {
  if (tool.startsWith('calendar.')) return [{ tool: tool.replace('.', '_'), args, callOf: same }];
  if (tool === 'calendarSystem' && args.params === undefined) {
    const { action, ...rest } = args;
    const { payload = {}, options = {}, ...flat } = rest as Record<string, Json>;
    return [rest, { ...flat, ...payload, ...options }].map((params) => ({
      tool,
      args: { action, params },
      callOf: same,
    }));
  }
  const { operation, ...mutation } = (args.mutation ?? {}) as Json;
  if (tool !== 'omnifocus_write' || operation === 'batch') return [];
  const operations = [{ operation, ...mutation }];
  return [{ tool, args: { mutation: { operation: 'batch', operations } }, callOf: batchOf }];
}

function batchOf({ name, arguments: { mutation } }: BuilderCall): BuilderCall {
  const { fields: _, ...single } = mutation ?? {};
  return { name, arguments: { mutation: { operation: 'batch', operations: [single] } } };
}
