import { z } from 'zod/v3';
import { zodToJsonSchema } from 'zod-to-json-schema';

/** Our own text: no control characters, and short. */
const words = z
  .string()
  .max(600)
  .regex(/^[^\p{Cc}]*$/u);

/** A word of a closed list of the program, a version number, or a spelling of a rule; ASCII. */
const fact = z.union([z.number().finite(), z.boolean(), z.string().regex(/^[ -~]{0,120}$/)]);

const checkSchema = z
  .object({
    name: words.min(1),
    status: z.enum(['ok', 'warning', 'failed', 'skipped']),
    detail: words,
    /** The same for programs. */
    facts: z.record(z.string().regex(/^[a-z][a-zA-Z0-9]{0,40}$/), fact).optional(),
    /** From the closed list of docs/guide/errors.md. */
    code: z
      .string()
      .regex(/^[A-Z_]{3,40}$/)
      .optional(),
    suggestion: words.optional(),
    milliseconds: z.number().int().nonnegative(),
  })
  .strict();

const accountSchema = z
  .object({
    account: z.string().regex(/^(?:user \d+, )?account \d+$/),
    /** Only with --names. */
    name: z.string().optional(),
    kind: z.enum(['caldav', 'local', 'stored', 'ics', 'webcal', 'applescript', 'unknown']),
    calendars: z.array(
      z
        .object({
          calendar: z.string().regex(/^calendar \d+$/),
          name: z.string().optional(),
          writable: z.boolean(),
          components: z.array(z.enum(['VEVENT', 'VTODO', 'VJOURNAL', 'VFREEBUSY', 'VAVAILABILITY', 'other'])),
        })
        .strict(),
    ),
    checks: z.array(checkSchema),
  })
  .strict();

/**
 * The output of `calendar-mcp doctor`. It is safe to publish: accounts and calendars are numbered, and it has no text
 * from a user, an event or a server. With --names it contains names and is private.
 */
export const doctorReportSchema = z
  .object({
    /** Version of this form. */
    doctor: z.literal(1),
    version: z.string(),
    checkedAt: z.string().datetime(),
    /** False if it was interrupted or ran out of time. */
    complete: z.boolean(),
    environment: z
      .object({
        node: z.string(),
        platform: z.string(),
        arch: z.string(),
        /** Release of the kernel, numbers only. */
        release: z.string().regex(/^[\d.]*$/),
        icu: z.string(),
        /** Version of the time zone data. */
        zones: z.string(),
        timezone: z.string(),
        checks: z.array(checkSchema),
      })
      .strict(),
    settings: z
      .object({
        /** The configuration file: at its default place, named by the user, or none. */
        file: z.enum(['none', 'default', 'named']),
        /** Names of the variables that are set, without their values. */
        variables: z.array(z.string().regex(/^[A-Z_]+$/)),
        /** Options of the command line, without their values. */
        options: z.array(z.string().regex(/^[a-z-]+$/)),
        accounts: z.number().int().nonnegative(),
        checks: z.array(checkSchema),
      })
      .strict(),
    accounts: z.array(accountSchema),
    summary: z
      .object({
        ok: z.number().int(),
        warning: z.number().int(),
        failed: z.number().int(),
        skipped: z.number().int(),
      })
      .strict(),
  })
  .strict();

export type DoctorReport = z.infer<typeof doctorReportSchema>;
export type AccountReport = z.infer<typeof accountSchema>;

export function doctorReportJsonSchema(): Readonly<Record<string, unknown>> {
  return { ...zodToJsonSchema(doctorReportSchema, { $refStrategy: 'none' }) };
}
