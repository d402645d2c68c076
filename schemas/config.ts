import { z } from 'zod/v3';
import { workingHoursSchema } from './analysis.js';
import { timezoneSchema } from './query.js';
import { withRules } from './rules.js';

const accountName = z
  .string()
  .min(1)
  .max(60)
  .regex(/^[^/\p{Cc}]+$/u, 'must not contain "/" or control characters');

/** The owner's own addresses, where the server does not tell: to find "my" response. */
const addresses = z.array(z.string().min(3).max(320)).max(20).optional();

const httpUrl = z.string().refine((text) => {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return (
    (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '' && url.password === ''
  );
}, 'must be an http(s) address without user name and password in it');

/** A CalDAV account; the password is given here or named by an environment variable. */
const caldavAccountSchema = z
  .object({
    kind: z.literal('caldav'),
    name: accountName,
    url: httpUrl,
    username: z.string().min(1).max(320),
    password: z.string().min(1).max(1000).optional(),
    /** Name of the environment variable that holds the password. */
    passwordEnv: z
      .string()
      .regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'must be the name of an environment variable')
      .optional(),
    addresses,
  })
  .strict();

/** A folder of calendars: one folder a calendar, one `.ics` file an event (vdir). */
const localAccountSchema = z
  .object({ kind: z.literal('local'), name: accountName, dir: z.string().min(1), addresses })
  .strict();

/** One `.ics` file with many events, read only. */
const icsAccountSchema = z
  .object({ kind: z.literal('ics'), name: accountName, path: z.string().min(1), addresses })
  .strict();

const accountSchema = z.discriminatedUnion('kind', [
  caldavAccountSchema,
  localAccountSchema,
  icsAccountSchema,
]);
export type AccountSettings = z.infer<typeof accountSchema>;

/** Working hours where nothing is configured. */
export const DEFAULT_WORKING_HOURS = {
  start: '09:00',
  end: '17:00',
  days: ['mon', 'tue', 'wed', 'thu', 'fri'],
} as const;

/** The configuration file, `calendar-mcp.json`. Everything has a default; the environment may override parts. */
export const settingsSchema = withRules(
  z
    .object({
      /** For editors. */
      $schema: z.string().optional(),
      accounts: z.array(accountSchema).max(50).optional(),
      timezone: timezoneSchema.optional(),
      weekStart: z.enum(['mon', 'sat', 'sun']).optional(),
      workingHours: workingHoursSchema.optional(),
      /** Restricts everything to this calendar (name, id or `account/name`). */
      calendar: z.string().min(1).optional(),
      /** Where new events go when no calendar is named. */
      defaultCalendar: z.string().min(1).optional(),
      /** Folder of the embedded store that is used when no account is configured. */
      localDir: z.string().min(1).optional(),
      /** Folder of the state store. */
      stateDir: z.string().min(1).optional(),
    })
    .strict(),
  (value, report) => {
    if (!Array.isArray(value.accounts)) return;
    const names = new Set<unknown>();
    value.accounts.forEach((account: unknown, index) => {
      if (typeof account !== 'object' || account === null) return;
      const { name } = Object.fromEntries(Object.entries(account));
      if (names.has(name)) report(['accounts', index, 'name'], 'Two accounts have this name.');
      names.add(name);
      if ('password' in account && 'passwordEnv' in account) {
        report(['accounts', index, 'passwordEnv'], 'Give `password` or `passwordEnv`, not both.');
      }
    });
  },
);
export type Settings = z.infer<typeof settingsSchema>;
