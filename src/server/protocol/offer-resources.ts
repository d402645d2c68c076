import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
  CompleteRequestSchema,
  GetPromptRequestSchema,
  ListPromptsRequestSchema,
  ListResourcesRequestSchema,
  ListResourceTemplatesRequestSchema,
  ReadResourceRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from '@modelcontextprotocol/sdk/types.js';
import type { CallContext } from '../../engine/context/service.js';
import type { SessionChange } from '../../ports/replicas/session-records.js';
import { INVALID_PARAMS, ProtocolError } from './protocol-error.js';
import type { ResourceOptions } from './resources.js';
import { createWatchedResources, type WatchedResources } from './watched-resources.js';

/** Handlers for everything except tools, and updates of watched resources. */
export interface OfferedResources extends Pick<WatchedResources, 'adopt'> {
  /** Call after a possible change of watched resources. */
  check(): void;
  /** Repeats notifications that the client may have missed. */
  retell(): void;
  stop(): void;
}

export interface OfferOptions extends ResourceOptions {
  /** Called for each change of the client's settings, before it is acknowledged. */
  readonly changed?: (change: SessionChange) => Promise<void>;
}

/** Handles requests about resources, prompts and completion. Loads the code of each on demand. */
export function offerResources(
  server: Server,
  options: OfferOptions,
  contextOf: (signal: AbortSignal, user?: string) => Pick<CallContext, 'signal' | 'caller'>,
): OfferedResources {
  const resources = () => import('./resources.js');
  const prompts = () => import('./prompts.js');
  const closing = new AbortController();
  const watched = createWatchedResources({
    async read(uri) {
      const { contents } = await (await resources()).readResource(uri, options, contextOf(closing.signal));
      return JSON.stringify(contents);
    },
    changed: (uri) => {
      // The client may be gone.
      server.sendResourceUpdated({ uri }).catch(() => options.log.debug('an update was not sent'));
    },
    othersWrote: options.othersWrote,
  });
  server.setRequestHandler(ListResourcesRequestSchema, async ({ params }) => {
    refuseCursor(params);
    return { resources: (await resources()).listResources(options.additions) };
  });
  server.setRequestHandler(ListResourceTemplatesRequestSchema, async ({ params }) => {
    refuseCursor(params);
    return { resourceTemplates: (await resources()).resourceTemplates(options.additions) };
  });
  server.setRequestHandler(ReadResourceRequestSchema, async ({ params }, { signal, authInfo }) =>
    (await resources()).readResource(params.uri, options, contextOf(signal, authInfo?.clientId)),
  );
  server.setRequestHandler(SubscribeRequestSchema, async ({ params }) => {
    await watched.watch(params.uri);
    await options.changed?.({ watch: params.uri });
    return {};
  });
  server.setRequestHandler(UnsubscribeRequestSchema, async ({ params }) => {
    watched.unwatch(params.uri);
    await options.changed?.({ unwatch: params.uri });
    return {};
  });
  server.setRequestHandler(ListPromptsRequestSchema, async ({ params }) => {
    refuseCursor(params);
    return { prompts: (await prompts()).listPrompts(options.additions) };
  });
  server.setRequestHandler(GetPromptRequestSchema, async ({ params }) =>
    (await prompts()).getPrompt(params.name, params.arguments, options.additions),
  );
  server.setRequestHandler(CompleteRequestSchema, async ({ params }, { signal, authInfo }) => {
    const { complete } = await import('./complete.js');
    return {
      completion: await complete(params.argument, options.service, contextOf(signal, authInfo?.clientId)),
    };
  });
  return {
    adopt: watched.adopt,
    check: () => void watched.check(),
    retell: () => void watched.retell(),
    stop() {
      closing.abort();
      watched.stop();
    },
  };
}

/** Lists are sent whole, so no cursor can be valid. */
export function refuseCursor(params: { readonly cursor?: string | undefined } | undefined): void {
  if (params?.cursor !== undefined) {
    throw new ProtocolError(
      INVALID_PARAMS,
      'This cursor was not given by this server: lists are sent whole.',
    );
  }
}
