import { expect, it } from 'vitest';
import { networkFailure } from '../../src/backends/caldav/transport/network-failure.js';
import { wire } from '../../src/wire.js';
import { failureOf } from '../thrown.js';
import { caldav, folder, inNewFolder, load } from './load-settings.js';

inNewFolder();

it.each([1, 25, 2049, 6000, 6667, 10080])(
  '%i is named as a port that no HTTP client connects to',
  async (port) => {
    const refused = await fetch(`http://127.0.0.1:${port}/`).catch((error: unknown) => error);
    expect(networkFailure(refused)).toMatchObject({
      dropped: false,
      error: {
        code: 'CONFIGURATION',
        message: expect.stringContaining('port'),
        info: { outcome: 'not_applied' },
      },
    });
  },
);

it('is what an account at such a port says, and not that it has no calendars', async () => {
  const settings = await load(
    { ...caldav, CALDAV_URL: 'http://127.0.0.1:6000/', CALENDAR_LOG: 'silent' },
    { stateDir: folder },
  );
  const { service } = await wire(settings, '0');
  const { signal } = new AbortController();
  const refused = await failureOf(service.read({ query: { type: 'calendars' } }, { signal }));
  expect(refused).toMatchObject({ code: 'CONFIGURATION', message: expect.stringContaining('port') });
  expect(JSON.stringify(refused)).not.toContain('No CalDAV calendars');
});
