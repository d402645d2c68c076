import { z } from 'zod/v3';
import { CalendarError } from '../../../../schemas/model/error.js';
import type { GoogleClient } from '../../../config/sign-in-settings.js';
import { beginAccountSignIn, finishAccountSignIn } from '../../../login/account-sign-in.js';
import type { OAuthClient } from '../../../login/oauth-client.js';
import { oauthOf } from '../../../login/oauth-providers.js';
import type { SignedInUser } from '../../../ports/users/user-directory.js';
import { readSecret } from '../../../secrets/secret-source.js';
import { addAccount } from './account-changes.js';
import type { People } from './open-people.js';
import { sealPending, unsealPending } from './pending-sign-in.js';

const pendingSchema = z.object({ state: z.string(), verifier: z.string(), username: z.string() });

/** Binds the sign-in to a person and a session, so no other session can complete it. */
export interface SigningIn {
  readonly user: SignedInUser;
  readonly session: string;
}

/** Returns the address for the browser, and the sealed state that it keeps. */
export async function beginGoogle(
  { signIn, settings, sealers }: People,
  { user, session }: SigningIn,
  username: string,
): Promise<{ readonly url: string; readonly pending: string }> {
  const client = await clientOf(signIn.bounds.google);
  const { url, pending } = await beginAccountSignIn(
    client,
    `${settings.http.publicUrl}/connect/google/signed-in`,
    username,
  );
  return { url: url.href, pending: sealPending(await sealers(), pending, placeOf(user, session)) };
}

/** Adds the account after the redirect; returns its name. */
export async function finishGoogle(
  people: People,
  { user, session }: SigningIn,
  back: URL,
  kept: string,
): Promise<string> {
  const { signIn, sealers } = people;
  const pending = unsealPending(await sealers(), kept, {
    schema: pendingSchema,
    place: placeOf(user, session),
  });
  const password = await finishAccountSignIn(await clientOf(signIn.bounds.google), back, pending);
  return addAccount(people, user, { provider: 'google', username: pending.username, password });
}

function placeOf({ id }: SignedInUser, session: string): readonly string[] {
  return ['an account', id, session];
}

async function clientOf(google: GoogleClient | undefined): Promise<OAuthClient> {
  if (google === undefined)
    throw new CalendarError('POLICY_DENIED', 'This server does not use calendars of Google.');
  const { clientSecret, url: _, ...client } = google;
  const { parameters } = oauthOf('google');
  return { ...client, parameters, ...(clientSecret && { clientSecret: await readSecret(clientSecret) }) };
}
