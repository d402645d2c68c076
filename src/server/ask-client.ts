import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { throwIfCancelled } from '../concurrency/cancelled.js';
import type { AskPerson } from '../engine/context/service.js';
import { cleanText } from './answers/clean-text.js';
import { agreementForm, answerIn } from './protocol/agreement-form.js';

/** Time for the user to answer. */
const THINKING_MS = 10 * 60_000;

/** Asks the user in a form during the call with this id; undefined if the client has no forms. */
export function askClient(server: Server, relatedRequestId: string | number): AskPerson | undefined {
  if (server.getClientCapabilities()?.elicitation?.form === undefined) return undefined;
  return async (message, asked = {}) => {
    const { signal } = asked;
    try {
      const { action, content } = await server.elicitInput(
        { message: cleanText(message), requestedSchema: agreementForm(asked) },
        { ...(signal && { signal }), relatedRequestId, timeout: THINKING_MS },
      );
      return answerIn(action, content, asked);
    } catch {
      // The user is asked before any change.
      throwIfCancelled(signal, 'not_applied');
      return 'unanswered';
    }
  };
}
