import type { Forgotten } from '../../setup/forget-accounts.js';

/** Tells a person what became of the copies of accounts that are gone. */
export function forgottenLines({ accounts, left }: Forgotten): readonly string[] {
  if (left !== undefined) return [`The copies of its calendars could not be removed: delete ${left}`];
  if (accounts.length === 0) return [];
  const names = accounts.map((name) => `"${name}"`).join(', ');
  return [`The copies of the calendars of ${names} were removed from this computer.`];
}
