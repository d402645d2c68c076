import type { ToolName } from '../tools/examples.js';

export interface HelpTopic {
  readonly topic: string;
  /** Its keywords in users' words: shown in the overview, and used to find the page. */
  readonly about: string;
  readonly text: string;
  /** Complete, valid calls. */
  readonly examples: readonly HelpExample[];
}

export interface HelpExample {
  /** The user's request. */
  readonly says: string;
  readonly tool: ToolName;
  readonly call: unknown;
}
