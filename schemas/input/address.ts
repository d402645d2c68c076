import { z } from 'zod/v3';

/** A plain mail address, as people are named by. */
export const addressSchema = z
  .string()
  .max(320)
  .regex(
    /^[^\s@<>"]+@[^\s@<>"]+$/,
    'must be an address such as "ana@example.org"; for that of a name, read events with filter attendee',
  );
