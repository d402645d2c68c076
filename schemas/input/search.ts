import { z } from 'zod/v3';

/** Input of `search`, exactly as OpenAI's clients send it. */
export const searchSchema = z.object({ query: z.string().trim().min(1).max(1000) }).strict();
export type SearchInput = z.infer<typeof searchSchema>;

export const fetchSchema = z.object({ id: z.string().trim().min(1).max(1000) }).strict();
export type FetchInput = z.infer<typeof fetchSchema>;
