import type { ToolName } from '../tools/examples.js';

/** One page of documentation on demand. */
export interface HelpTopic {
  readonly topic: string;
  /** What it explains, in the words people ask with: shown in the overview, and a page is found by them. */
  readonly about: string;
  readonly text: string;
  /** Complete calls; every one is valid. */
  readonly examples: readonly HelpExample[];
}

export interface HelpExample {
  /** What a person would have said. */
  readonly says: string;
  readonly tool: ToolName;
  readonly call: unknown;
}
