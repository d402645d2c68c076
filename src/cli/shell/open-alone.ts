import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CalendarError } from '../../../schemas/model/error.js';
import { type Account, firstName } from '../../config/accounts.js';
import type { Settings } from '../../config/settings.js';
import type { Backend } from '../../ports/backend.js';
import type { RefreshTokenStore } from '../../ports/refresh-token-store.js';
import { SILENT_LOG } from '../../system/json-log.js';
import { systemClock } from '../../system/system-clock.js';
import { backendTools, openAccounts } from '../../wire-service.js';

/** Opens one account as a server would, but in a temporary folder; throws its errors in words for a person. */
export async function openAlone<T>(
  account: Account,
  { settings, tokens }: { readonly settings: Settings; readonly tokens?: RefreshTokenStore },
  work: (backend: Backend) => Promise<T>,
): Promise<T> {
  const own = mkdtempSync(join(tmpdir(), 'calendar-mcp-setup-'));
  const remove = (): void => rmSync(own, { recursive: true, force: true });
  process.once('exit', remove);
  const { database: _, ...others } = settings;
  const alone = { ...others, accounts: [account], failedAccounts: [], stateDir: own };
  const tools = await backendTools(alone, { clock: systemClock(), log: SILENT_LOG, serving: false });
  if (tokens !== undefined) tools.refreshTokens.set(firstName(account), tokens);
  const [opened] = await openAccounts(alone, tools);
  try {
    if (opened?.backend === undefined) throw opened?.error;
    return await work(opened.backend);
  } catch (error) {
    throw forPerson(error, account);
  } finally {
    await opened?.backend?.close();
    remove();
    process.off('exit', remove);
  }
}

/** Replaces login advice for a model, which repeats its call, by the provider's advice. */
function forPerson(error: unknown, account: Account): unknown {
  if (!(error instanceof CalendarError) || error.info.refusedLogin?.isEnded !== false) return error;
  const login = account.kind === 'caldav' ? account.login : undefined;
  const user = account.kind === 'caldav' && login === undefined ? account.username : undefined;
  const message =
    user === undefined ? error.message : `The server rejected this user name or password (user "${user}").`;
  return new CalendarError('AUTH_FAILED', message, {
    suggestion: login ?? 'Check the user name and the password; many providers require an app password.',
  });
}
