/** Messages from a host, and requests to it: JSON-RPC between windows (MCP Apps, 2026-01-26). */
export interface HostEvents {
  /** The arguments of the call that this page shows. */
  input(args: unknown): void;
  result(result: unknown): void;
  cancelled(): void;
  context(context: Context): void;
}

interface Context {
  readonly theme?: unknown;
}

export interface Host {
  callTool(name: string, args: object): Promise<unknown>;
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
  readonly error?: { readonly message?: string };
}

/** Connects to the host around this page, and forwards its messages to `events`. */
export async function connectHost(events: HostEvents): Promise<Host> {
  const waiting = new Map<number, (answer: Message) => void>();
  let last = 0;
  const post = (message: object): void => window.parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
  const notify = (method: string, params: object = {}): void => post({ method, params });
  const ask = (method: string, params: object): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const id = ++last;
      waiting.set(id, ({ result, error }) => {
        waiting.delete(id);
        if (error === undefined) resolve(result);
        else reject(new Error(error.message ?? 'The host refused.'));
      });
      post({ id, method, params });
    });
  const heard: Readonly<Record<string, (params: Readonly<Record<string, unknown>>) => void>> = {
    'ui/notifications/tool-input': ({ arguments: args }) => events.input(args),
    'ui/notifications/tool-result': (params) => events.result(params),
    'ui/notifications/tool-cancelled': () => events.cancelled(),
    'ui/notifications/host-context-changed': (params) => events.context(params),
  };
  window.addEventListener('message', ({ source, data }: MessageEvent<Message | null>) => {
    if (source !== window.parent || typeof data !== 'object' || data === null) return;
    const { id, method, params = {} } = data;
    if (method === undefined) {
      if (id !== undefined) waiting.get(id)?.(data);
      return;
    }
    heard[method]?.(params);
    // A host only requests a ping and the teardown of the page.
    if (id !== undefined) post({ id, result: {} });
  });
  const greeting = { protocolVersion: '2026-01-26', appInfo: { name: 'calendar-mcp', version: '1' } };
  const welcome = await ask('ui/initialize', { ...greeting, appCapabilities: {} });
  events.context((welcome as { hostContext?: Context }).hostContext ?? {});
  notify('ui/notifications/initialized');
  new ResizeObserver(() => {
    const { scrollWidth: width, offsetHeight: height } = document.body;
    notify('ui/notifications/size-changed', { width, height });
  }).observe(document.body);
  return { callTool: (name, args) => ask('tools/call', { name, arguments: args }) };
}
