import type { AskedFor, AskPerson } from '../../engine/context/service.js';

const FOR_AN_HOUR = 'yes, for an hour';

/** The form for the user's approval, as MCP defines forms. */
export function agreementForm({ canLast = false }: AskedFor) {
  const answers = canLast ? ['yes', FOR_AN_HOUR, 'no'] : ['yes', 'no'];
  return {
    type: 'object' as const,
    properties: { answer: { type: 'string' as const, title: 'Shall this be done?', enum: answers } },
    required: ['answer'],
  };
}

/** Reads the returned form; ignores an answer that was not offered. */
export function answerIn(
  action: string,
  content: Readonly<Record<string, unknown>> | undefined,
  { canLast = false }: AskedFor,
): Awaited<ReturnType<AskPerson>> {
  if (action !== 'accept') return 'declined';
  if (canLast && content?.answer === FOR_AN_HOUR) return 'agreed_for_an_hour';
  return content?.answer === 'yes' ? 'agreed' : 'declined';
}
