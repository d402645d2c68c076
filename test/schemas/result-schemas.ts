import { z } from 'zod/v3';
import { ERROR_CODES } from '../../schemas/model/error.js';

const jsonObject = z.record(z.unknown());

/** Structured result of `search`: `results` exactly as OpenAI's clients read it, beside it `sources` where one failed. */
export const searchResultSchema = z
  .object({
    results: z.array(z.object({ id: z.string(), title: z.string(), url: z.string() }).strict()),
  })
  .passthrough();

/** Structured result of `fetch`. */
export const fetchResultSchema = z.object({
  id: z.string(),
  title: z.string(),
  text: z.string(),
  url: z.string(),
  metadata: z.record(z.string()).optional(),
});

const violationSchema = z
  .object({
    code: z.string().refine((code) => code in ERROR_CODES),
    path: z.string(),
    message: z.string(),
    didYouMean: z.array(z.string()).optional(),
  })
  .strict();

/** The body of a failure: `{ "success": false, "error": … }`. */
export const failureSchema = z
  .object({
    success: z.literal(false),
    error: violationSchema.extend({
      path: z.string().optional(),
      retryable: z.literal(true).optional(),
      outcome: z.enum(['applied', 'not_applied', 'unknown']).optional(),
      suggestion: z.string().optional(),
      example: z.unknown(),
      retryAfterMs: z.number().optional(),
      requestId: z.string().optional(),
      violations: z
        .array(violationSchema.partial({ message: true }))
        .max(20)
        .optional(),
      details: z.record(z.unknown()).optional(),
      pendingAction: z
        .object({
          token: z.string(),
          description: z.string(),
          because: z.array(z.object({ setting: z.string() }).passthrough()),
          preview: jsonObject,
          expiresAt: z.string(),
          destructive: z.boolean(),
        })
        .strict()
        .optional(),
    }),
  })
  .strict();
