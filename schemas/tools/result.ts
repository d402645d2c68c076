import { z } from 'zod/v3';

const jsonObject = z.record(z.unknown());

/** Result of the three builder tools. A failure also has `outcome` (writes), `path`, `example` and more. */
export const resultSchema = z
  .object({
    success: z.boolean(),
    data: jsonObject.optional(),
    meta: jsonObject.optional(),
    error: jsonObject.optional(),
  })
  .passthrough();

/** The result schema in `tools/list`, once for each tool: only the minimum that clients can check. */
export const listedResultSchema = resultSchema.pick({ success: true });
export const listedSearchSchema = z.object({ results: z.array(jsonObject) }).passthrough();
export const listedFetchSchema = z.object({ id: z.string(), text: z.string() }).passthrough();
