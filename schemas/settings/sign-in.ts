import { z } from 'zod/v3';
import { policyNameSchema, policySchema } from './policy.js';
import { keychainSchema, passwordKeys, variableName } from './secret-keys.js';

/** The ways to the secret of the client, of which one is given; a public client has none. */
export const CLIENT_SECRET_KEYS = [
  'clientSecretEnv',
  'clientSecretCommand',
  'clientSecretKeychain',
  'clientSecretFile',
] as const;

/** Asked of a provider over TLS, or on this computer. */
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

/** `http.signIn`: people who sign in at an OpenID provider are users, within these bounds (docs/guide/host.md). */
export const signInSchema = z
  .object({
    /** Whose addresses and keys are published (OpenID Connect Discovery). */
    issuer: trustedUrl,
    ...clientKeys,
    /** What is asked of the provider, besides `openid`. */
    scopes: z
      .array(z.string().regex(/^[!-~]+$/))
      .max(50)
      .optional(),
    /** As in the `aud` of access tokens of clients; the address of the endpoint by default. */
    audience: z.string().min(1).max(1000).optional(),
    /** Only people in whose tokens the claim is, or has, one of the values. */
    allow: z
      .object({ claim: z.string().min(1).max(200), values: z.array(z.string().min(1)).min(1).max(1000) })
      .strict()
      .optional(),
    /** Of calendar servers, as `caldav.example.org` or `*.example.org`; all by default. */
    hosts: z
      .array(z.string().regex(/^(?:\*\.)?[a-z0-9.-]+$/i, 'must be a host, such as *.example.org'))
      .min(1)
      .max(1000)
      .optional(),
    /** The client of this server at Google, where people sign in for accounts. The addresses are those of Google by default. */
    google: z
      .object({
        ...clientKeys,
        authorizationUrl: trustedUrl.optional(),
        tokenUrl: trustedUrl.optional(),
        scope: z.string().min(1).max(1000).optional(),
        /** Of its CalDAV service; `{username}` stands for the address of the account. */
        url: trustedUrl.optional(),
      })
      .strict()
      .optional(),
    /** Of each person. */
    accounts: z.number().int().min(1).max(50).optional(),
    /** Of everybody who has chosen none. */
    policy: policySchema.optional(),
    /** Policies that people may choose instead. */
    mayChoose: z.array(policyNameSchema).max(10).optional(),
    readOnly: z.boolean().optional(),
    /** Calendar servers may be on this computer or its network. */
    privateAddresses: z.boolean().optional(),
  })
  .strict();
