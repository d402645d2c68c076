import type { ProviderName } from '../../schemas/settings/settings.js';

interface OAuthProvider {
  readonly issuer: string;
  readonly scope: string;
  readonly parameters: Readonly<Record<string, string>>;
  /** Instructions for creating a client ID. */
  readonly steps: readonly string[];
  /** The page where these steps start. */
  readonly page: string;
}

/** Providers without passwords for calendars. */
const OAUTH_PROVIDERS: Partial<Readonly<Record<ProviderName, OAuthProvider>>> = {
  google: {
    issuer: 'https://accounts.google.com',
    scope: 'https://www.googleapis.com/auth/calendar',
    // Without both, Google sends no refresh token, or only at the first login.
    parameters: { access_type: 'offline', prompt: 'consent' },
    page: 'https://console.cloud.google.com/apis/credentials',
    steps: [
      'In the Google Cloud console, create a project and enable the "CalDAV API" in it.',
      'On the OAuth consent screen, choose External and your address; then publish the app, or logins end after 7 days.',
      'Under Credentials, create an OAuth client ID of type "Desktop app".',
      'Copy its client ID and its client secret; both are asked for now.',
    ],
  },
};

/** Parameters for a lasting token from any other server. */
const ELSEWHERE: Pick<OAuthProvider, 'scope' | 'parameters'> = {
  scope: 'openid offline_access',
  parameters: { prompt: 'consent' },
};

export function oauthOf(provider: ProviderName | undefined): Partial<OAuthProvider> & typeof ELSEWHERE {
  return { ...ELSEWHERE, ...(provider && OAUTH_PROVIDERS[provider]) };
}
