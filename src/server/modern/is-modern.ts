import { z } from 'zod/v3';

/** Since 2026-07-28, each request contains its protocol revision. */
const requestSchema = z.object({
  method: z.string(),
  params: z.object({ _meta: z.object({ 'io.modelcontextprotocol/protocolVersion': z.string() }) }),
});

const FIRST_MODERN = '2026-07-28';

/** True for revision 2026-07-28 and later, which have no sessions. Over HTTP a header may say so. */
export function isModern(message: unknown, header?: string | string[]): boolean {
  const isNamed = typeof header === 'string' && header >= FIRST_MODERN;
  return requestSchema.safeParse(message).success || (message !== undefined && isNamed);
}
