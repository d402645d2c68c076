import { z } from 'zod/v3';

/** From 2026-07-28 on, each request names its revision of the protocol. */
const requestSchema = z.object({
  method: z.string(),
  params: z.object({ _meta: z.object({ 'io.modelcontextprotocol/protocolVersion': z.string() }) }),
});

const FIRST_MODERN = '2026-07-28';

/** True for revision 2026-07-28 and later, which have no sessions; over HTTP a header can say so instead. */
export function isModern(message: unknown, header?: string | string[]): boolean {
  const isNamed = typeof header === 'string' && header >= FIRST_MODERN;
  return requestSchema.safeParse(message).success || (message !== undefined && isNamed);
}
