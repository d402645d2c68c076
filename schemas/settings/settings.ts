import { z } from 'zod/v3';
import { workingHoursSchema } from '../input/analysis.js';
import { timezoneSchema } from '../input/query.js';
import { withRules } from '../input/rules.js';
import { isRecord } from '../model/is-record.js';
import { databaseSchema } from './database.js';
import { httpSchema } from './http.js';
import { policySchema } from './policy.js';
import { keychainSchema, PASSWORD_KEYS, passwordKeys, SEALING_KEYS, variableName } from './secret-keys.js';

const accountName = z
  .string()
  .min(1)
  .max(60)
  .regex(/^[^/\p{Cc}]+$/u, 'must not contain "/" or control characters');

/** The owner's addresses, to find "my" response, if the server does not report them. */
const addresses = z
  .array(
    z
      .string()
      .max(320)
      .regex(/^[^\s@,]+@[^\s@,]+$/, 'must be a mail address'),
  )
  .max(20)
  .optional();

const httpUrl = z.string().refine((text) => {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return (
    (url.protocol === 'https:' || url.protocol === 'http:') && url.username === '' && url.password === ''
  );
}, 'must be an http(s) address without user name and password in it');

/** Providers with a known address and known habits. */
const PROVIDER_NAMES = [
  'icloud',
  'icloud-china',
  'google',
  'fastmail',
  'nextcloud',
  'owncloud',
  'baikal',
  'mailbox-org',
  'posteo',
  'zimbra',
  'yahoo',
  'gmx',
  'web-de',
  'infomaniak',
  'purelymail',
  'forward-email',
  'sogo',
  'zoho',
  'synology',
] as const;
export type ProviderName = (typeof PROVIDER_NAMES)[number];

/** Gets access tokens from a refresh token; the secrets themselves are elsewhere. */
const oauthSchema = z
  .object({
    tokenUrl: httpUrl,
    /** For `calendar-mcp login`: an issuer that publishes its addresses (RFC 8414), or the sign-in page. */
    issuer: httpUrl.optional(),
    authorizationUrl: httpUrl.optional(),
    /** Scopes, separated by spaces; defaults to the calendars of a known provider. */
    scope: z.string().min(1).max(1000).optional(),
    clientId: z.string().min(1).max(1000),
    clientSecretEnv: variableName.optional(),
    clientSecretKeychain: keychainSchema.optional(),
    clientSecretFile: z.string().min(1).optional(),
    refreshTokenEnv: variableName.optional(),
    /** A file with only the token; rewritten if the provider changes the token with each use. */
    refreshTokenFile: z.string().min(1).optional(),
    refreshTokenKeychain: keychainSchema.optional(),
  })
  .strict();

const names = {
  name: accountName,
  /** Former names, oldest first; the oldest still identifies the account's calendars and stored data. */
  formerNames: z.array(accountName).min(1).max(50).optional(),
};

/** A CalDAV account, with its address or its provider, and one source of the secret. */
const caldavAccountSchema = z
  .object({
    kind: z.literal('caldav'),
    ...names,
    provider: z.enum(PROVIDER_NAMES).optional(),
    /** Not needed if the provider has the same address for everyone. */
    url: httpUrl.optional(),
    username: z.string().min(1).max(320),
    ...passwordKeys,
    oauth: oauthSchema.optional(),
    /** Other hosts that may get the credentials, such as `https://*.example.com`. */
    allowedHosts: z.array(z.string().min(1).max(300)).max(20).optional(),
    /** False keeps no copies of its calendars on this computer. */
    mirror: z.boolean().optional(),
    addresses,
  })
  .strict();

const SECRETS = [...PASSWORD_KEYS, 'oauth'] as const;
const CLIENT_SECRETS = ['clientSecretEnv', 'clientSecretKeychain', 'clientSecretFile'] as const;
const REFRESH_TOKENS = ['refreshTokenEnv', 'refreshTokenFile', 'refreshTokenKeychain'] as const;

/** A folder of calendars: one folder per calendar, one `.ics` file per event (vdir). */
const localAccountSchema = z
  .object({ kind: z.literal('local'), ...names, dir: z.string().min(1), addresses })
  .strict();

/** One `.ics` file with many events, read-only. */
const icsAccountSchema = z
  .object({ kind: z.literal('ics'), ...names, path: z.string().min(1), addresses })
  .strict();

/** A calendar published at a web address, read-only. The address may be a secret. */
const webcalAccountSchema = z
  .object({
    kind: z.literal('webcal'),
    ...names,
    url: z.string().regex(/^(?:https?|webcal):\/\/\S+$/i, 'must start with https://, http:// or webcal://'),
    /** Allows an address on this computer or its network. */
    allowPrivate: z.boolean().optional(),
    addresses,
  })
  .strict();

/** The Calendar app of this Mac. */
const applescriptAccountSchema = z
  .object({
    kind: z.literal('applescript'),
    ...names,
    /** Uses only the calendars with these names. */
    calendars: z.array(z.string().min(1)).min(1).max(100).optional(),
    /** Skips the calendars with these names: birthdays, holidays, large ones. */
    except: z.array(z.string().min(1)).max(100).optional(),
    addresses,
  })
  .strict();

const accountSchema = z.discriminatedUnion('kind', [
  applescriptAccountSchema,
  caldavAccountSchema,
  localAccountSchema,
  icsAccountSchema,
  webcalAccountSchema,
]);
export type AccountSettings = z.infer<typeof accountSchema>;

/** No client waits longer. */
const seconds = z.number().min(1).max(600);

/** The configuration file, `calendar-mcp.json`. Everything has a default; the environment can override it. */
export const settingsSchema = withRules(
  z
    .object({
      /** For editors. */
      $schema: z.string().optional(),
      accounts: z.array(accountSchema).max(50).optional(),
      /** The user's addresses, for every account. */
      addresses,
      timezone: timezoneSchema.optional(),
      weekStart: z.enum(['mon', 'sat', 'sun']).optional(),
      workingHours: workingHoursSchema.optional(),
      /** Seconds until a call answers, even if accounts do not. */
      deadlines: z.object({ read: seconds.optional(), write: seconds.optional() }).strict().optional(),
      /** Restricts everything to this calendar (name, id or `account/name`). */
      calendar: z.string().min(1).optional(),
      /** The assistant's permissions (docs/guide/permissions.md). */
      policy: policySchema.optional(),
      /** The record of writes (docs/guide/audit.md). */
      audit: z
        .object({
          keepDays: z.number().int().min(1).max(36_500).optional(),
          maxMegabytes: z.number().int().min(1).max(10_000).optional(),
          /** Includes the titles of events. */
          text: z.boolean().optional(),
        })
        .strict()
        .optional(),
      /** For `--http` (docs/guide/http.md). */
      http: httpSchema.optional(),
      /** Persistent state, instead of in files (docs/guide/host.md). */
      database: databaseSchema.optional(),
      /** False: tasks are neither listed, read nor written. */
      tasks: z.boolean().optional(),
      /** For new events without a calendar. */
      defaultCalendar: z.string().min(1).optional(),
      /** For new tasks without a list. */
      defaultTaskList: z.string().min(1).optional(),
      /** Folder of the embedded store, which is used if no account is configured. */
      localDir: z.string().min(1).optional(),
      stateDir: z.string().min(1).optional(),
    })
    .strict(),
  (value, report) => {
    if (isRecord(value.http) && value.accounts !== undefined) {
      if (value.http.users !== undefined)
        report(['accounts'], 'With `http.users`, accounts are in the configuration files of the users.');
      if (value.http.signIn !== undefined)
        report(['accounts'], 'With `http.signIn`, accounts are those that people add.');
    }
    const one = (
      of: object,
      keys: readonly string[],
      path: readonly (string | number)[],
    ): string | undefined => {
      const [first, second] = keys.filter((key) => key in of);
      if (first !== undefined && second !== undefined)
        report([...path, second], `Give \`${first}\` or \`${second}\`, not both.`);
      return first;
    };
    if (isRecord(value.database)) {
      one(value.database, PASSWORD_KEYS, ['database']);
      one(value.database, SEALING_KEYS, ['database']);
    }
    if (!Array.isArray(value.accounts)) return;
    const taken = new Set<unknown>();
    value.accounts.forEach((account: unknown, index) => {
      if (typeof account !== 'object' || account === null) return;
      const { name, formerNames = [], kind, oauth } = Object.fromEntries(Object.entries(account));
      const own = new Set([name, ...(Array.isArray(formerNames) ? formerNames : [])]);
      for (const one of own) {
        const key = one === name ? 'name' : 'formerNames';
        if (taken.has(one)) report(['accounts', index, key], 'Two accounts have this name, or had it.');
        taken.add(one);
      }
      one(account, SECRETS, ['accounts', index]);
      if (isRecord(oauth)) {
        one(oauth, CLIENT_SECRETS, ['accounts', index, 'oauth']);
        if (one(oauth, REFRESH_TOKENS, ['accounts', index, 'oauth']) === undefined) {
          report(['accounts', index, 'oauth'], `Give one of \`${REFRESH_TOKENS.join('`, `')}\`.`);
        }
      }
      if (kind === 'caldav' && !('url' in account) && !('provider' in account)) {
        report(['accounts', index, 'url'], 'Give `url`, or `provider` where the provider is a known one.');
      }
    });
  },
);
export type SettingsFile = z.infer<typeof settingsSchema>;
