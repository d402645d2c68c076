import type { IncomingMessage, ServerResponse } from 'node:http';

export interface Endpoint {
  readonly methods: readonly string[];
  readonly isOpenToAnyHost?: true;
  handle(req: IncomingMessage, res: ServerResponse, path: string): Promise<void>;
}
