import type { CalDavOptions } from '../backends/caldav/caldav-backend.js';
import { caldavOptions } from '../config/caldav-options.js';
import type { AccountProbe, Checklist } from '../ports/probe.js';
import { type BackendTools, macZone, type OpenedAccount, openCalendarApp } from '../wire-service.js';

/** Deadline of a script. */
const SCRIPT_MS = 170_000;

/** Checks specific to this kind of account, in addition to the common ones. */
export async function probeOf(
  { account, backend }: OpenedAccount,
  tools: BackendTools,
): Promise<AccountProbe> {
  if (account === undefined || backend === undefined) return {};
  switch (account.kind) {
    case 'caldav': {
      const [{ probeCalDav }, { probeMirror }] = await Promise.all([
        import('../backends/caldav/probe/probe-caldav.js'),
        import('../backends/mirror/probe.js'),
      ]);
      const { mirror } = backend;
      return {
        look: async (checks) => {
          const options = await checks.check(
            'credentials',
            () => withCredentials(caldavOptions(account, tools)),
            () => ({ status: 'ok', detail: 'Found.', facts: { from: account.access.kind } }),
          );
          return options !== undefined && probeCalDav(options, checks);
        },
        ...(mirror && { after: (checks) => probeMirror(mirror, checks) }),
      };
    }
    case 'local': {
      const { probeFolder, probeFolderWrite } = await import('../backends/local/probe.js');
      const { dir, create } = account;
      return {
        look: (checks) => probeFolder(dir, { create }, checks),
        write: (calendar, checks) => probeFolderWrite(dir, calendar, checks),
      };
    }
    case 'stored':
      return {};
    case 'ics': {
      const { probeExport } = await import('../backends/local/probe.js');
      return { look: (checks) => probeExport(account.path, checks) };
    }
    case 'webcal': {
      const { probeFeed } = await import('../backends/webcal/probe.js');
      const options = { url: account.url.reveal(), allowPrivate: account.allowPrivate };
      return { look: (checks) => probeFeed(options, checks) };
    }
    case 'applescript': {
      const [{ probePermission }, { probeDoors }, { seriesTest }] = await Promise.all([
        import('../backends/applescript/probe.js'),
        import('../backends/eventkit/probe-doors.js'),
        import('./series-test.js'),
      ]);
      const look = (checks: Checklist) => probePermission(checks);
      const open = () => openCalendarApp(account, tools);
      return {
        ...probeDoors(backend, { look, open, zone: macZone(tools) }),
        deadlineMs: SCRIPT_MS,
        // The common test uses a time zone that AppleScript cannot set.
        get ownWriteTest() {
          return backend.kind === 'applescript';
        },
        write: (calendar, checks) => seriesTest({ backend, calendar, checks, now: Date.now() }),
      };
    }
  }
}

/** Reads every credential once, to find errors; discards the values. */
async function withCredentials(options: CalDavOptions): Promise<CalDavOptions> {
  if (typeof options.password === 'function') await options.password();
  await options.oauth?.clientSecret?.();
  await options.oauth?.refreshToken.read();
  return options;
}
