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

/** Names of tokens and subjects; ASCII, to look the same everywhere. */
const identity = z
  .string()
  .min(1)
  .max(255)
  .regex(/^[!-~]+$/, 'must be printable ASCII without spaces');

/** `203.0.113.7`, `10.0.0.0/8`, `fd00::/8`; no prefix 0, which would let any client forge its address. */
const network = z.string().refine((text) => {
  const [, address = '', prefix] = /^([\da-f.:]+)(?:\/([1-9]\d{0,2}))?$/i.exec(text) ?? [];
  const isV6 = address.includes(':');
  const { success } = z
    .string()
    .ip({ version: isV6 ? 'v6' : 'v4' })
    .safeParse(address);
  return success && Number(prefix ?? 1) <= (isV6 ? 128 : 32);
}, 'must be an address or a network, such as 10.0.0.0/8');

/** Only asymmetric ones: otherwise the public key could sign a token. */
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
    /** The `iss` of tokens. */
    issuer: z
      .string()
      .max(1000)
      .refine((text) => URL.canParse(text), 'must be an address'),
    jwksUrl: trustedUrl,
    /** The `aud` of tokens; defaults to the address of the endpoint. */
    audience: z.string().min(1).max(1000).optional(),
    algorithms: z.array(z.enum(ALGORITHMS)).min(1).optional(),
    /** Seconds by which the clocks of the issuer and this computer may differ. */
    clockSkew: z.number().int().min(0).max(300).optional(),
    /** Users of the accounts in this file; `*` is everyone with a token for this server. */
    subjects: z.array(identity).min(1).max(1000).optional(),
  })
  .strict();

const userSchema = z
  .object({
    /** Name of a token in `tokenFile`. */
    token: identity.optional(),
    /** The `sub` of tokens of `oauth`. */
    subject: identity.optional(),
    config: z.string().min(1),
  })
  .strict();

/** `http` in the configuration file, for `--http`. */
export const httpSchema = withRules(
  z
    .object({
      /** The address for clients, if different from the listening address. */
      publicUrl: origin.optional(),
      /** Web pages that may call it. */
      allowedOrigins: z.array(origin).max(50).optional(),
      /** Reverse proxies on other computers, trusted to name the client. */
      trustedProxies: z.array(network).max(50).optional(),
      /** Named tokens, one per line. */
      tokenFile: z.string().min(1).optional(),
      oauth: oauthServerSchema.optional(),
      /** People who sign in become users, with accounts in the database. */
      signIn: signInSchema.optional(),
      /** Each user has separate accounts, permissions and state. */
      users: z.array(userSchema).min(1).max(200).optional(),
      /** No sessions: keeps nothing between requests. */
      stateless: z.boolean().optional(),
      /** Minutes without a request until a session ends. */
      idleMinutes: z.number().min(1).max(1440).optional(),
      /** Seconds from SIGTERM until new connections are refused, for load balancers. */
      drainSeconds: z.number().min(0).max(300).optional(),
      /** Address of `/metrics` for Prometheus. */
      metrics: z
        .string()
        .regex(/^(?:(?:\[[0-9A-Fa-f:.]+\]|[A-Za-z0-9.-]+):)?\d{1,5}$/, 'must be a port or HOST:PORT')
        .optional(),
      /** Tool calls per caller. */
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
