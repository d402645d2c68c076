import { randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The part of a Nextcloud that a login needs (Login Flow v2), below `/cloud/`. */
export interface NextcloudServer {
  readonly url: string;
  /** App passwords that were made, with the program that they are for. */
  readonly made: Map<string, string>;
  /** Another host that answers name. */
  elsewhere: string | undefined;
  /** Where requests for calendars are passed on to. */
  calendars: string | undefined;
  close(): void;
}

export async function startNextcloud(user = 'ana'): Promise<NextcloudServer> {
  const waiting = new Map<string, { readonly agent: string; agreed: boolean }>();
  const made = new Map<string, string>();
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', origin);
    const send = (status: number, body: object | string): void => {
      const isText = typeof body === 'string';
      response.writeHead(status, { 'Content-Type': isText ? 'text/html' : 'application/json' });
      response.end(isText ? body : JSON.stringify(body));
    };
    let text = '';
    request.on('data', (part) => {
      text += String(part);
    });
    request.on('end', () => {
      const path = `${request.method} ${url.pathname}`;
      const base = `${handle.elsewhere ?? origin}/cloud`;
      if (path === 'POST /cloud/index.php/login/v2') {
        const token = randomBytes(64).toString('hex');
        waiting.set(token, { agent: request.headers['user-agent'] ?? '', agreed: false });
        const poll = { token, endpoint: `${base}/login/v2/poll` };
        return send(200, { poll, login: `${base}/login/v2/flow/${token.slice(0, 20)}` });
      }
      if (handle.calendars !== undefined && request.method !== 'GET' && !url.pathname.includes('/login/')) {
        const method = request.method ?? 'GET';
        const headers = Object.entries(request.headers).filter(
          ([name]) => !/^(?:host|connection|content-length)$/.test(name),
        );
        void fetch(new URL(url.pathname, handle.calendars), {
          method,
          headers: headers as [string, string][],
          ...(text !== '' && { body: text }),
        }).then(async (answer) => {
          response.writeHead(answer.status, { 'Content-Type': 'application/xml' });
          response.end(await answer.text());
        });
        return undefined;
      }
      const flow = [...waiting].find(([token]) => url.pathname.endsWith(`/flow/${token.slice(0, 20)}`));
      if (flow !== undefined) {
        if (request.method !== 'POST')
          return send(200, '<form method="post"><button name="grant" value="yes"></form>');
        flow[1].agreed = true;
        return send(200, 'You can close this window.');
      }
      const token = new URLSearchParams(text).get('token') ?? '';
      const entry = waiting.get(token);
      if (path !== 'POST /cloud/login/v2/poll' || entry?.agreed !== true) return send(404, []);
      waiting.delete(token);
      const appPassword = randomBytes(36).toString('base64url');
      made.set(appPassword, entry.agent);
      return send(200, { server: base, loginName: user, appPassword });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const handle: NextcloudServer = {
    url: `${origin}/cloud/`,
    made,
    elsewhere: undefined,
    calendars: undefined,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return handle;
}
