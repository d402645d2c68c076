import { defined } from '../../schemas/model/defined.js';
import type { HttpFile } from '../../schemas/settings/http.js';
import { inFolder } from './config-values.js';
import { type SignInSettings, signInSettings } from './sign-in-settings.js';

/** A user of the server with a configuration file of their own. */
export interface HttpUser {
  /** Caller identities: `token:NAME` and `subject:NAME`. */
  readonly identities: readonly string[];
  readonly config: string;
}

/** The `http` section of the configuration file, with defaults filled in. */
export interface HttpSettings {
  readonly publicUrl?: string;
  readonly allowedOrigins: readonly string[];
  readonly trustedProxies: readonly string[];
  readonly tokenFile?: string;
  readonly oauth?: {
    readonly issuer: string;
    readonly jwksUrl: string;
    readonly audience: string;
    readonly algorithms: readonly string[];
    readonly clockSkew: number;
    /** Undefined: taken from the users. */
    readonly subjects?: readonly string[];
  };
  /** Everyone who signs in is a user. */
  readonly signIn?: SignInSettings;
  readonly users: readonly HttpUser[];
  readonly stateless: boolean;
  readonly idleMinutes: number;
  readonly drainSeconds: number;
  readonly callsPerMinute?: number;
  /** A port or `HOST:PORT`. */
  readonly metrics?: string;
}

/** Allowed clock difference in seconds. */
export const CLOCK_SKEW = 30;
const IDLE_MINUTES = 30;
/** Signature algorithms of access tokens. */
export const ALGORITHMS = ['RS256', 'PS256', 'ES256', 'EdDSA'] as const;

/** Paths are relative to the folder of the file. */
export function httpSettings(http: HttpFile = {}, folder: string, env: NodeJS.ProcessEnv = {}): HttpSettings {
  const { tokenFile, oauth, signIn } = http;
  const publicUrl = http.publicUrl?.replace(/\/$/, '');
  return {
    ...(publicUrl !== undefined && { publicUrl }),
    allowedOrigins: (http.allowedOrigins ?? []).map((origin) => origin.replace(/\/$/, '')),
    trustedProxies: http.trustedProxies ?? [],
    ...(tokenFile !== undefined && { tokenFile: inFolder(folder, tokenFile) }),
    ...(oauth !== undefined && {
      oauth: {
        issuer: oauth.issuer,
        jwksUrl: oauth.jwksUrl,
        audience: oauth.audience ?? `${publicUrl}/mcp`,
        algorithms: oauth.algorithms ?? ALGORITHMS,
        clockSkew: oauth.clockSkew ?? CLOCK_SKEW,
        ...(oauth.subjects !== undefined && { subjects: oauth.subjects }),
      },
    }),
    ...(signIn !== undefined && { signIn: signInSettings(signIn, String(publicUrl), { env, folder }) }),
    users: (http.users ?? []).map(({ token, subject, config }) => ({
      identities: [
        ...(token === undefined ? [] : [`token:${token}`]),
        ...(subject === undefined ? [] : [`subject:${subject}`]),
      ],
      config: inFolder(folder, config),
    })),
    stateless: http.stateless ?? false,
    idleMinutes: http.idleMinutes ?? IDLE_MINUTES,
    drainSeconds: http.drainSeconds ?? 0,
    ...defined({ metrics: http.metrics, callsPerMinute: http.callsPerMinute }),
  };
}
