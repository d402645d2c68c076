import type { AskedFor, AskPerson } from '../../engine/context/service.js';

const FOR_AN_HOUR = 'yes, for an hour';

/** What a client shows a person who has to agree, in the forms that MCP has. */
export function agreementForm({ canLast = false }: AskedFor) {
  const answers = canLast ? ['yes', FOR_AN_HOUR, 'no'] : ['yes', 'no'];
  return {
    type: 'object' as const,
    properties: { answer: { type: 'string' as const, title: 'Shall this be done?', enum: answers } },
    required: ['answer'],
  };
}

/** What the returned form says; an answer that was not offered is none. */
export function answerIn(
  action: string,
  content: Readonly<Record<string, unknown>> | undefined,
  { canLast = false }: AskedFor,
): Awaited<ReturnType<AskPerson>> {
  if (action !== 'accept') return 'declined';
  if (canLast && content?.answer === FOR_AN_HOUR) return 'agreed_for_an_hour';
  return content?.answer === 'yes' ? 'agreed' : 'declined';
}
