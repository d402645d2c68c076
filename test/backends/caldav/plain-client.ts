import type { World } from '../../properties/other-client/play.js';
import type { ProvidedServer } from '../../servers/global-setup.js';
import { rawRequest } from '../../servers/make-calendar.js';

const HEADERS = { 'Content-Type': 'text/calendar; charset=utf-8' };
const LIST = '<D:propfind xmlns:D="DAV:"><D:prop><D:getetag/></D:prop></D:propfind>';

/** Another client of a calendar on a server, past our own: plain requests, and the calendar as the server has it. */
export function plainClient(server: ProvidedServer, href: string): World {
  return {
    async put(file, ics) {
      const { status } = await rawRequest(server, 'PUT', href + file, ics, HEADERS);
      if (status >= 300) throw new Error(`PUT answered ${status}`);
    },
    remove: async (file) => void (await rawRequest(server, 'DELETE', href + file)),
    async stored() {
      const { text } = await rawRequest(server, 'PROPFIND', href, LIST, { Depth: '1' });
      const files = new Set([...text.matchAll(/\/([^/<>]+\.ics)</g)].map(([, file = '']) => file));
      const texts = [...files].map(async (file): Promise<[string, string]> => {
        return [file, (await rawRequest(server, 'GET', href + file)).text];
      });
      return new Map(await Promise.all(texts));
    },
  };
}
