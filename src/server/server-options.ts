import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import type { LogLines } from '../ports/log.js';
import type { StateStore } from '../ports/state-store.js';
import type { ResourceOptions } from './protocol/resources.js';
import type { ToolRunnerOptions } from './run-tool.js';

/** Options for one client, in any protocol revision. */
export interface ServerOptions extends ToolRunnerOptions, ResourceOptions {
  /** Listed tools. */
  readonly tools: readonly Tool[];
  readonly version: string;
  /** True if no account mails attendees. */
  readonly neverMails?: boolean;
  /** Log of the process, for clients that subscribe. */
  readonly logLines?: LogLines;
  /** Id shared by a caller's requests if each request gets its own server. */
  readonly conversation?: string;
  /** Shared store for questions of revision 2026-07-28. */
  readonly questionStore?: Pick<StateStore, 'get' | 'put' | 'take'>;
  /** Called after the tools were listed, because a call may follow. */
  readonly listed?: () => void;
}
