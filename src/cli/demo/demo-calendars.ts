import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const CALENDARS = [
  { folder: 'work', name: 'Work', color: '#2e6fdb' },
  { folder: 'personal', name: 'Personal', color: '#2f9e58' },
  { folder: 'family', name: 'Family', color: '#b3478f' },
  { folder: 'travel', name: 'Travel', color: '#c98a12' },
] as const;

/** Creates empty calendars in the vdir format: a folder with a name and colour. */
export async function makeDemoCalendars(dir: string): Promise<void> {
  for (const { folder, name, color } of CALENDARS) {
    await mkdir(join(dir, folder), { recursive: true });
    await writeFile(join(dir, folder, 'displayname'), name);
    await writeFile(join(dir, folder, 'color'), color);
  }
}
