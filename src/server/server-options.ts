import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import type { LogLines } from '../ports/log.js';
import type { StateStore } from '../ports/state-store.js';
import type { ResourceOptions } from './protocol/resources.js';
import type { ToolRunnerOptions } from './run-tool.js';

/** What one client is served, in any revision of the protocol. */
export interface ServerOptions extends ToolRunnerOptions, ResourceOptions {
  /** `tools/list` as it is sent. */
  readonly tools: readonly Tool[];
  readonly version: string;
  /** None of the accounts sends mail to people on events. */
  readonly neverMails?: boolean;
  /** What the process logs, for clients that want to see it. */
  readonly logLines?: LogLines;
  /** Id shared by the requests of one caller, if every request gets its own server. */
  readonly conversation?: string;
  /** Where questions of revision 2026-07-28 wait, so that other replicas know them. */
  readonly questionStore?: Pick<StateStore, 'get' | 'put' | 'take'>;
  /** Called when the tools have been listed: a call may follow. */
  readonly listed?: () => void;
}
