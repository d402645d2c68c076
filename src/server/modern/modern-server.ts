import { randomUUID } from 'node:crypto';
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  inputRequired,
  isSpecType,
  Server,
  type ServerContext,
  type Tool,
} from '@modelcontextprotocol/server';
import { z } from 'zod/v3';
import type { Instant } from '../../../schemas/model/time.js';
import type { AskedFor, AskPerson, CallContext, Caller } from '../../engine/context/service.js';
import { cleanText } from '../answers/clean-text.js';
import { instructionsFor } from '../instructions.js';
import { allowedTools, isWriting } from '../listed-tools.js';
import { agreementForm, answerIn } from '../protocol/agreement-form.js';
import { withApps } from '../protocol/apps.js';
import { complete } from '../protocol/complete.js';
import { ICONS } from '../protocol/icons.js';
import { getPrompt, listPrompts } from '../protocol/prompts.js';
import { INVALID_PARAMS, ProtocolError } from '../protocol/protocol-error.js';
import { listResources, readResource, resourceTemplates } from '../protocol/resources.js';
import type { ProgressReport } from '../report-progress.js';
import type { ServerOptions } from '../server-options.js';
import type { ToolCalls } from '../tool-calls.js';
import { tracedBy } from '../traced-by.js';
import type { Questions, QuestionsByUser } from './questions.js';

const envelopeSchema = z.object({
  [CLIENT_INFO_META_KEY]: z.object({ name: z.string(), version: z.string() }).optional(),
  [CLIENT_CAPABILITIES_META_KEY]: z
    .object({
      elicitation: z.record(z.unknown()).optional(),
      extensions: z.record(z.unknown()).optional(),
    })
    .optional(),
});

const answerSchema = z.object({ action: z.string(), content: z.record(z.unknown()).optional() });

const AGREE = 'agree';

export interface ModernOptions extends ServerOptions {
  readonly calls: ToolCalls;
  readonly questions: QuestionsByUser;
  /** Called after a call that may have changed calendars. */
  wrote(): void;
}

/** The same tools, resources and prompts for revision 2026-07-28, independent of the transport. */
export function createModernServer(options: ModernOptions): Server {
  const { tools, calls, additions, conversation = randomUUID() } = options;
  const server = new Server(
    { name: 'calendar-mcp', title: 'Calendar', version: options.version, icons: ICONS },
    {
      capabilities: { tools: {}, resources: { subscribe: true }, prompts: {}, completions: {} },
      instructions: instructionsFor(options),
    },
  );
  const questionsFor = ({ http }: ServerContext): Questions =>
    options.questions.of(http?.authInfo?.clientId ?? '');
  server.onerror = (error) => options.log.info('protocol error', { reason: error.message });
  server.setRequestHandler('tools/list', (_, context) => {
    const scopes = context.http?.authInfo?.scopes;
    const shown = withApps(tools, envelopeOf(context)[CLIENT_CAPABILITIES_META_KEY] ?? {});
    return { tools: asJson(scopes === undefined ? shown : allowedTools(shown, scopes)) };
  });
  server.setRequestHandler('tools/call', async ({ params }, context) => {
    const { name, arguments: args } = params;
    const state = context.mcpReq.requestState<string>();
    const questions = questionsFor(context);
    const answered = state === undefined ? undefined : await questions.find(state);
    if (state !== undefined && answered === undefined) {
      throw new ProtocolError(
        INVALID_PARAMS,
        'This requestState is not valid, or no longer: call again without it.',
      );
    }
    const asked = questionOf(context, [name, args], { questions, askedAt: answered?.at });
    const exchange = { context, stateFor: questions.put };
    const traced = tracedBy(context.mcpReq._meta);
    const call = { ...contextOf(context, conversation), ...traced, ...asked.call, exchange };
    const result = await calls.run(name, args, call, reportTo(context));
    if (tools.some((tool) => tool.name === name && isWriting(tool))) options.wrote();
    return asked.question() ?? result;
  });
  server.setRequestHandler('resources/list', () => ({ resources: listResources(additions) }));
  server.setRequestHandler('resources/templates/list', () => ({
    resourceTemplates: resourceTemplates(additions),
  }));
  server.setRequestHandler('resources/read', ({ params }, context) =>
    readResource(params.uri, options, contextOf(context, conversation)),
  );
  server.setRequestHandler('prompts/list', () => ({ prompts: listPrompts(additions) }));
  server.setRequestHandler('prompts/get', ({ params }, context) =>
    getPrompt(params.name, params.arguments, additions, {
      context,
      stateFor: questionsFor(context).put,
    }),
  );
  server.setRequestHandler('completion/complete', async ({ params }, context) => ({
    completion: await complete(params.argument, options.service, contextOf(context, conversation)),
  }));
  return server;
}

/** The tools are plain JSON, but the two libraries type that differently. */
function asJson(tools: readonly unknown[]): Tool[] {
  return tools.filter(isSpecType.Tool);
}

function contextOf(
  context: ServerContext,
  conversation: string,
): Pick<CallContext, 'signal'> & { readonly caller: Caller } {
  const { [CLIENT_INFO_META_KEY]: client } = envelopeOf(context);
  const { name = '', version = '' } = client ?? {};
  const principal = context.http?.authInfo?.clientId;
  return {
    signal: context.mcpReq.signal,
    caller: { kind: 'assistant', name, version, conversation, ...(principal !== undefined && { principal }) },
  };
}

function envelopeOf({ mcpReq }: ServerContext): z.infer<typeof envelopeSchema> {
  return envelopeSchema.safeParse(mcpReq.envelope).data ?? {};
}

/** Asks the user at the client: the call ends with the question and is repeated with the answer. */
function questionOf(
  context: ServerContext,
  about: readonly unknown[],
  { questions, askedAt }: { readonly questions: Questions; readonly askedAt: Instant | undefined },
) {
  const { [CLIENT_CAPABILITIES_META_KEY]: client } = envelopeOf(context);
  // An empty declaration means forms.
  const { form, ...others } = client?.elicitation ?? { url: {} };
  if (form === undefined && Object.keys(others).length > 0) return { call: {}, question: () => undefined };
  const { mcpReq, http } = context;
  const answer = answerSchema.safeParse(mcpReq.inputResponses?.[AGREE]).data;
  const state = mcpReq.requestState<string>();
  let open: { readonly message: string; readonly requestState: string; readonly asked: AskedFor } | undefined;
  const ask: AskPerson = async (text, asked = {}) => {
    const { shown, at } = asked;
    const message = cleanText(text);
    const whole = [...about, http?.authInfo?.clientId, message, shown];
    const isAnswered = await questions.take(state, whole);
    if (answer !== undefined && isAnswered) return answerIn(answer.action, answer.content, asked);
    open = { message, requestState: await questions.put(whole, at), asked };
    return 'pending';
  };
  return {
    call: { ask, ...(askedAt !== undefined && { askedAt }) },
    question: () =>
      open &&
      inputRequired({
        inputRequests: {
          [AGREE]: inputRequired.elicit({
            message: open.message,
            requestedSchema: agreementForm(open.asked),
          }),
        },
        requestState: open.requestState,
      }),
  };
}

function reportTo({ mcpReq }: ServerContext) {
  const progressToken = mcpReq._meta?.progressToken;
  if (progressToken === undefined) return undefined;
  return (report: ProgressReport) =>
    mcpReq.notify({ method: 'notifications/progress', params: { progressToken, ...report } });
}
