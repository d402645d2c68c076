/** What a client shows a person who has to agree, in the forms that MCP has. */
export const AGREEMENT_FORM = {
  type: 'object' as const,
  properties: {
    answer: { type: 'string' as const, title: 'Shall this be done?', enum: ['yes', 'no'] },
  },
  required: ['answer'],
};

/** True if the returned form says yes. */
export function hasAgreed(action: string, content: Readonly<Record<string, unknown>> | undefined): boolean {
  return action === 'accept' && content?.answer === 'yes';
}
