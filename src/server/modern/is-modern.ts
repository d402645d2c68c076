import { z } from 'zod/v3';

/** From 2026-07-28 on, each request names its revision of the protocol. */
const requestSchema = z.object({
  method: z.string(),
  params: z.object({ _meta: z.object({ 'io.modelcontextprotocol/protocolVersion': z.string() }) }),
});

const FIRST_MODERN = '2026-07-28';

/** Whether a message is of revision 2026-07-28 or a later one, which know no sessions; over HTTP a header says so, too. */
export function isModern(message: unknown, header?: string | string[]): boolean {
  const isNamed = typeof header === 'string' && header >= FIRST_MODERN;
  return requestSchema.safeParse(message).success || (message !== undefined && isNamed);
}
