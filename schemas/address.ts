import { z } from 'zod/v3';

/** A plain mail address, as people are named by. */
export const addressSchema = z
  .string()
  .max(320)
  .regex(/^[^\s@<>"]+@[^\s@<>"]+$/, 'must be a plain address such as "ana@example.org"');
