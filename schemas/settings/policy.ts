import { z } from 'zod/v3';
import { NO_LIMIT, POLICIES, type Policy } from '../model/policy.js';

export const policyNameSchema = z.enum(['careful', 'trusted', 'dedicated', 'read-only']);
const mode = z.enum(['allow', 'confirm', 'deny']);
const granularity = z.enum(['freebusy', 'summary', 'full']);
const patterns = z.array(z.string().min(1).max(400)).max(200);

const perHour = z.number().int().min(1).max(NO_LIMIT).optional();

const parts = z
  .object({
    /** The policy for missing parts; defaults to `careful`. */
    base: policyNameSchema.optional(),
    readOnly: z.boolean().optional(),
    calendars: z.object({ visible: patterns.optional(), writable: patterns.optional() }).strict().optional(),
    read: z
      .object({ assistant: granularity.optional(), others: granularity.or(z.literal('ask')).optional() })
      .strict()
      .optional(),
    write: z
      .object({
        create: mode.optional(),
        update: mode.optional(),
        delete: mode.optional(),
        purge: mode.optional(),
        invite: mode.optional(),
        respond: mode.optional(),
        hidden: mode.optional(),
        bulk: z
          .object({ over: z.number().int().min(1).max(100).optional(), mode: mode.optional() })
          .strict()
          .optional(),
      })
      .strict()
      .optional(),
    people: z.enum(['names', 'none']).optional(),
    recipients: z.object({ allow: patterns.optional(), others: mode.optional() }).strict().optional(),
    guard: z.boolean().optional(),
    limits: z.object({ changes: perHour, deletions: perHour, recipients: perHour }).strict().optional(),
    confirmation: z.enum(['auto', 'elicitation', 'token']).optional(),
  })
  .strict();

/** `policy` in the configuration file: the name of a whole policy, or parts of one. */
export const policySchema = z.union([policyNameSchema, parts]);

export function policyOf(given: z.infer<typeof policySchema> = 'careful'): Policy {
  if (typeof given === 'string') return POLICIES[given];
  const whole = POLICIES[given.base ?? 'careful'];
  const { bulk, ...write } = given.write ?? {};
  return {
    name: 'custom',
    readOnly: given.readOnly ?? whole.readOnly,
    calendars: over(whole.calendars, given.calendars),
    read: over(whole.read, given.read),
    write: { ...over(whole.write, write), bulk: over(whole.write.bulk, bulk) },
    people: given.people ?? whole.people,
    recipients: over(whole.recipients, given.recipients),
    limits: over(whole.limits, given.limits),
    guard: given.guard ?? whole.guard,
    confirmation: given.confirmation ?? whole.confirmation,
  };
}

function over<Whole extends object>(
  whole: Whole,
  given: { readonly [Key in keyof Whole]?: Whole[Key] | undefined } = {},
): Whole {
  const known = Object.entries(given).filter(([, value]) => value !== undefined);
  return { ...whole, ...Object.fromEntries(known) };
}
