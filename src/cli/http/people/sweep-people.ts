import { readdir, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { personFolder } from '../../../config/person-settings.js';
import { sweepDeleted } from '../../../state/database/users/delete-user.js';
import { ifThere } from '../../../system/if-there.js';
import type { People } from './open-people.js';

const SWEEP_MS = 60 * 60_000;

/** Periodically removes leftovers of deleted people: copies of this replica, and late database rows. */
export function keepSweeping(people: People): void {
  // The next sweep retries.
  const sweep = () => void sweepPeople(people).catch(() => undefined);
  sweep();
  setInterval(sweep, SWEEP_MS).unref();
}

async function sweepPeople({ settings, directory, database }: People): Promise<void> {
  await sweepDeleted(database);
  const folder = dirname(personFolder(settings, 'anyone'));
  for (const id of (await ifThere(readdir(folder))) ?? []) {
    if ((await directory.find(id)) !== undefined) continue;
    await rm(personFolder(settings, id), { recursive: true, force: true });
  }
}
