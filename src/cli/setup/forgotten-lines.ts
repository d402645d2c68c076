import type { Forgotten } from '../../setup/forget-accounts.js';

/** Reports the copies that were removed, or could not be. */
export function forgottenLines({ accounts, left }: Forgotten): readonly string[] {
  if (left !== undefined) return [`The copies of its calendars could not be removed: delete ${left}`];
  if (accounts.length === 0) return [];
  const names = accounts.map((name) => `"${name}"`).join(', ');
  return [`The copies of the calendars of ${names} were removed from this computer.`];
}
