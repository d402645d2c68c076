import { z } from 'zod/v3';
import { policyNameSchema, policySchema } from './policy.js';
import { keychainSchema, passwordKeys, variableName } from './secret-keys.js';

/** Sources of the client's secret, mutually exclusive; a public client has none. */
export const CLIENT_SECRET_KEYS = [
  'clientSecretEnv',
  'clientSecretCommand',
  'clientSecretKeychain',
  'clientSecretFile',
] as const;

/** Only HTTPS, or HTTP on this computer. */
export const trustedUrl = z.string().refine((text) => {
  if (!URL.canParse(text)) return false;
  const { protocol, hostname } = new URL(text);
  return protocol === 'https:' || (protocol === 'http:' && /^(?:localhost|127\..*|\[::1\])$/.test(hostname));
}, 'must be an https address');

const clientKeys = {
  clientId: z.string().min(1).max(1000),
  clientSecretEnv: variableName.optional(),
  clientSecretCommand: passwordKeys.passwordCommand,
  clientSecretKeychain: keychainSchema.optional(),
  clientSecretFile: passwordKeys.passwordFile,
};

/** `http.signIn`: users sign in at an OpenID provider, within these limits (docs/guide/host.md). */
export const signInSchema = z
  .object({
    /** Publishes its addresses and keys (OpenID Connect Discovery). */
    issuer: trustedUrl,
    ...clientKeys,
    /** Scopes besides `openid`. */
    scopes: z
      .array(z.string().regex(/^[!-~]+$/))
      .max(50)
      .optional(),
    /** The `aud` of clients' access tokens; defaults to the address of the endpoint. */
    audience: z.string().min(1).max(1000).optional(),
    /** Only people whose token has one of the values in the claim. */
    allow: z
      .object({ claim: z.string().min(1).max(200), values: z.array(z.string().min(1)).min(1).max(1000) })
      .strict()
      .optional(),
    /** Calendar servers, as `caldav.example.org` or `*.example.org`; defaults to all. */
    hosts: z
      .array(z.string().regex(/^(?:\*\.)?[a-z0-9.-]+$/i, 'must be a host, such as *.example.org'))
      .min(1)
      .max(1000)
      .optional(),
    /** This server's client at Google, for accounts there. The addresses default to Google's. */
    google: z
      .object({
        ...clientKeys,
        authorizationUrl: trustedUrl.optional(),
        tokenUrl: trustedUrl.optional(),
        scope: z.string().min(1).max(1000).optional(),
        /** The CalDAV service; `{username}` is replaced by the address of the account. */
        url: trustedUrl.optional(),
      })
      .strict()
      .optional(),
    /** Per person. */
    accounts: z.number().int().min(1).max(50).optional(),
    /** Default for people who chose none. */
    policy: policySchema.optional(),
    /** Policies that people may choose instead. */
    mayChoose: z.array(policyNameSchema).max(10).optional(),
    readOnly: z.boolean().optional(),
    /** Allows calendar servers on this computer or its network. */
    privateAddresses: z.boolean().optional(),
  })
  .strict();
