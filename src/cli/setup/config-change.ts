import type { AccountSettings, SettingsFile } from '../../../schemas/settings/settings.js';
import { configValue } from '../../config/config-values.js';
import type { FileChange } from '../../setup/change-set.js';
import { editJson, type JsonEdit } from '../../setup/edit-json.js';
import type { Defaults } from './choose-policy.js';
import type { Conversation } from './conversation.js';

interface Wanted {
  readonly account: AccountSettings | undefined;
  /** Names of its visible calendars; undefined for all. */
  readonly visible: readonly string[] | undefined;
  readonly defaults: Defaults | undefined;
  readonly policy: string | undefined;
}

/** Edits `calendar-mcp.json`; undefined if nothing changes. */
export function configChange(talk: Conversation, wanted: Wanted): FileChange | undefined {
  const { path, file } = talk;
  const { account, defaults = {} } = wanted;
  const accounts = file.accounts ?? [];
  const at = accounts.findIndex(({ name }) => name === account?.name);
  const edits: JsonEdit[] = [
    ...(account === undefined ? [] : accountEdits(at, accounts[at], account)),
    ...Object.entries(defaults).map(([key, name]): JsonEdit => [[key], name]),
    ...policyEdits(file, wanted),
    ...zoneEdits(talk),
  ];
  if (edits.length === 0) return undefined;
  return { path, edit: (text) => editJson(text, edits) };
}

/** Keys that a setup replaces. */
const REACHED_BY = [
  ...['provider', 'url', 'username', 'password', 'passwordEnv', 'passwordCommand', 'passwordKeychain'],
  ...['passwordFile', 'oauth'],
];

/** An existing account keeps its comments and keys that a setup does not ask for, such as addresses. */
function accountEdits(
  at: number,
  before: AccountSettings | undefined,
  account: AccountSettings,
): readonly JsonEdit[] {
  if (before?.kind !== account.kind) return [[['accounts', at], account]];
  const gone = REACHED_BY.filter((key) => key in before && !(key in account));
  return [
    ...gone.map((key) => [['accounts', at, key], undefined] as const),
    ...Object.entries(account).map(([key, value]) => [['accounts', at, key], value] as const),
  ];
}

/** Stores a zone that only this shell knows, because a client starts the server without it. */
function zoneEdits({ flags, env, file, zone }: Conversation): readonly JsonEdit[] {
  const isSaid = flags.timezone !== undefined || configValue(env.CALENDAR_TIMEZONE) !== undefined;
  const isOfShell = file.timezone === undefined && configValue(env.TZ) !== undefined;
  return (isSaid || isOfShell) && file.timezone !== zone ? [[['timezone'], zone]] : [];
}

/** A policy name is enough unless calendars are hidden; then the policy must be an object. */
function policyEdits(file: SettingsFile, { account, visible, policy }: Wanted): readonly JsonEdit[] {
  const now = typeof file.policy === 'object' ? file.policy : undefined;
  const seen = now?.calendars?.visible;
  const name = account?.name;
  const patterns =
    name === undefined || (visible === undefined && seen === undefined)
      ? undefined
      : [
          ...(seen ?? (file.accounts ?? []).map((one) => `${one.name}/*`)).filter(
            (one) => !one.startsWith(`${name}/`),
          ),
          ...(visible ?? ['*']).map((one) => `${name}/${one}`),
        ];
  if (now !== undefined)
    return [
      ...(policy === undefined ? [] : ([[['policy', 'base'], policy]] as JsonEdit[])),
      ...(patterns === undefined ? [] : ([[['policy', 'calendars', 'visible'], patterns]] as JsonEdit[])),
    ];
  const base = policy ?? (typeof file.policy === 'string' ? file.policy : undefined);
  if (patterns !== undefined)
    return [[['policy'], { ...(base !== undefined && { base }), calendars: { visible: patterns } }]];
  return policy === undefined ? [] : [[['policy'], policy]];
}
