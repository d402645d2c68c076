import { z } from 'zod/v3';
import { withRules } from '../input/rules.js';
import { isRecord } from '../model/is-record.js';
import { CLIENT_SECRET_KEYS, signInSchema, trustedUrl } from './sign-in.js';

const origin = z
  .string()
  .max(300)
  .refine((text) => URL.canParse(text) && new URL(text).origin === text.replace(/\/$/, ''), {
    message: 'must be an address without a path, such as https://calendar.example.org',
  });

/** Names of tokens and subjects; ASCII, so that they are the same everywhere. */
const identity = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[!-~]+$/, 'must be printable ASCII without spaces');

/** `203.0.113.7`, `10.0.0.0/8`, `fd00::/8`; a network of everyone would let everyone say who they are. */
const network = z.string().refine((text) => {
  const [, address = '', prefix] = /^([\da-f.:]+)(?:\/([1-9]\d{0,2}))?$/i.exec(text) ?? [];
  const isV6 = address.includes(':');
  const { success } = z
    .string()
    .ip({ version: isV6 ? 'v6' : 'v4' })
    .safeParse(address);
  return success && Number(prefix ?? 1) <= (isV6 ? 128 : 32);
}, 'must be an address or a network, such as 10.0.0.0/8');

/** Asymmetric, so that a token cannot be signed with what is public. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
] as const;

const oauthServerSchema = z
  .object({
    /** As in the `iss` of tokens. */
    issuer: z
      .string()
      .max(1000)
      .refine((text) => URL.canParse(text), 'must be an address'),
    jwksUrl: trustedUrl,
    /** As in the `aud` of tokens; the address of the endpoint by default. */
    audience: z.string().min(1).max(1000).optional(),
    algorithms: z.array(z.enum(ALGORITHMS)).min(1).optional(),
    /** Seconds that the clocks of the issuer and of this computer may differ. */
    clockSkew: z.number().int().min(0).max(300).optional(),
    /** Who may use the accounts of this file; `*` is everyone with a token for this server. */
    subjects: z.array(identity).min(1).max(1000).optional(),
  })
  .strict();

const userSchema = z
  .object({
    /** Name of a token in `tokenFile`. */
    token: identity.optional(),
    /** The `sub` of tokens of `oauth`. */
    subject: identity.optional(),
    /** The configuration file of this user. */
    config: z.string().min(1),
  })
  .strict();

/** `http` in the configuration file: what `--http` serves, and to whom. */
export const httpSchema = withRules(
  z
    .object({
      /** Where clients reach this server, if that is not where it listens. */
      publicUrl: origin.optional(),
      /** Web pages that may call it. */
      allowedOrigins: z.array(origin).max(50).optional(),
      /** Reverse proxies on other computers, who are believed for whom they ask. */
      trustedProxies: z.array(network).max(50).optional(),
      /** Tokens with names, one on a line. */
      tokenFile: z.string().min(1).optional(),
      oauth: oauthServerSchema.optional(),
      /** People who sign in are users, whose accounts are in the database. */
      signIn: signInSchema.optional(),
      /** Each with accounts, permissions and state of his own. */
      users: z.array(userSchema).min(1).max(200).optional(),
      /** Without sessions: nothing is remembered between requests. */
      stateless: z.boolean().optional(),
      /** After this time without a request a session ends. */
      idleMinutes: z.number().min(1).max(1440).optional(),
      /** From SIGTERM until no more connections are taken, for balancers. */
      drainSeconds: z.number().min(0).max(300).optional(),
      /** Where Prometheus finds `/metrics`. */
      metrics: z
        .string()
        .regex(/^(?:(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9.-]+):)?\d{1,5}$/, 'must be a port or HOST:PORT')
        .optional(),
      /** Calls of tools, of each caller. */
      callsPerMinute: z.number().int().min(1).max(100_000).optional(),
    })
    .strict(),
  ({ publicUrl, oauth, users }, report) => {
    if (!isRecord(oauth)) return;
    if (publicUrl === undefined)
      report(['publicUrl'], '`oauth` needs `publicUrl`: tokens are issued for it.');
    if (users === undefined && oauth.subjects === undefined) {
      report(['oauth', 'subjects'], 'Give `subjects` or `users`: who may use the calendars.');
    }
    if (users !== undefined && oauth.subjects !== undefined) {
      report(['oauth', 'subjects'], 'Give `subjects` or `users`, not both.');
    }
  },
  ({ signIn, publicUrl, ...others }, report) => {
    if (!isRecord(signIn)) return;
    if (publicUrl === undefined) report(['publicUrl'], '`signIn` needs `publicUrl`: people come back to it.');
    for (const key of ['users', 'oauth', 'tokenFile'] as const) {
      if (others[key] !== undefined) report([key], `Give \`${key}\` or \`signIn\`, not both.`);
    }
    for (const [path, client] of [
      [['signIn'], signIn],
      [['signIn', 'google'], isRecord(signIn.google) ? signIn.google : {}],
    ] as const) {
      const [first, second] = CLIENT_SECRET_KEYS.filter((key) => key in client);
      if (second !== undefined) report([...path, second], `Give \`${first}\` or \`${second}\`, not both.`);
    }
  },
  ({ tokenFile, oauth, users }, report) => {
    if (!Array.isArray(users)) return;
    const known = new Set<string>();
    users.forEach((user: unknown, index) => {
      if (!isRecord(user)) return;
      if (user.token === undefined && user.subject === undefined) {
        report(['users', index], 'Give `token`, `subject` or both: who the user is.');
      }
      if (user.token !== undefined && tokenFile === undefined) {
        report(['users', index, 'token'], 'Give `tokenFile`, where the token with this name is.');
      }
      if (user.subject !== undefined && oauth === undefined) {
        report(['users', index, 'subject'], 'Give `oauth`, which issues the tokens with this subject.');
      }
      for (const key of ['token', 'subject']) {
        const who = `${key}:${String(user[key])}`;
        if (user[key] !== undefined && known.has(who))
          report(['users', index, key], 'Two users have this name.');
        known.add(who);
      }
    });
  },
);
export type HttpFile = z.infer<typeof httpSchema>;
