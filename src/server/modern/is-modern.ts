import { z } from 'zod/v3';

/** From 2026-07-28 on, each request names its revision of the protocol. */
const requestSchema = z.object({
  method: z.string(),
  params: z.object({ _meta: z.object({ 'io.modelcontextprotocol/protocolVersion': z.string() }) }),
});

/** Whether a message is of revision 2026-07-28 or a later one, which know no sessions. */
export function isModern(message: unknown): boolean {
  return requestSchema.safeParse(message).success;
}
