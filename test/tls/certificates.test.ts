// @module-tag programs
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer as createPlainServer } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { doctorReportSchema } from '../../schemas/settings/doctor-report.js';
import { installed } from '../backends/local/installed.js';
import { suiteIf } from '../conformance/cases/case-if.js';
import { runProgram } from '../server/run-program.js';
import { sandbox } from '../server/stdio-process.js';
import { type Certificate, createAuthority } from './certificates.js';

const hasOpenssl = installed('/usr/bin/openssl', 'openssl');

suiteIf(hasOpenssl)('a server behind TLS', () => {
  const authority = createAuthority();
  const home = sandbox();
  const closing: (() => void)[] = [];
  afterAll(() => {
    for (const close of closing) close();
    authority.remove();
    home.remove();
  });

  /** Knows nobody, or sends everybody elsewhere; what it is asked is counted. */
  async function start(
    { key, cert }: Certificate,
    elsewhere?: string,
  ): Promise<{ readonly port: number; asked: number }> {
    const server = createServer({ key, cert }, (_, answer) => {
      state.asked++;
      if (elsewhere === undefined) answer.writeHead(401, { 'WWW-Authenticate': 'Basic realm="x"' }).end();
      else answer.writeHead(307, { Location: elsewhere }).end();
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    closing.push(
      () => server.closeAllConnections(),
      () => server.close(),
    );
    const state = { port: (server.address() as AddressInfo).port, asked: 0 };
    return state;
  }

  async function run(args: readonly string[], env: Record<string, string>): Promise<string> {
    const { stdout, stderr } = await runProgram(args, { env: { ...home.env, ...env } });
    return stdout === '' ? stderr : stdout;
  }

  const account = (port: number) => ({
    CALDAV_URL: `https://127.0.0.1:${port}/`,
    CALDAV_USERNAME: 'ana',
    CALDAV_PASSWORD: 'a real one',
  });
  const TRUSTED = { NODE_EXTRA_CA_CERTS: authority.file };
  const WEEK = ['read', '{"query":{"type":"events","filters":{"when":"this week"}}}', '--json'];

  it('is asked when its certificate is good', async () => {
    const server = await start(authority.issue('IP:127.0.0.1'));
    expect(await run(WEEK, { ...account(server.port), ...TRUSTED })).toContain('AUTH_FAILED');
    expect(server.asked).toBeGreaterThan(0);
  });

  it('that leads away from TLS is not followed, neither as an account nor as a subscription', async () => {
    const asked: string[] = [];
    const plain = createPlainServer((request, answer) => {
      asked.push(JSON.stringify(request.headers));
      answer.writeHead(200).end('BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n');
    });
    plain.listen(0, '127.0.0.1');
    await once(plain, 'listening');
    closing.push(() => plain.close());
    const elsewhere = `http://127.0.0.1:${(plain.address() as AddressInfo).port}/`;
    const server = await start(authority.issue('IP:127.0.0.1'), elsewhere);
    expect(await run(WEEK, { ...account(server.port), ...TRUSTED })).toContain('REDIRECT_REFUSED');
    const config = join(home.root, 'away.json');
    const url = `https://127.0.0.1:${server.port}/team.ics`;
    writeFileSync(
      config,
      JSON.stringify({ accounts: [{ kind: 'webcal', name: 'team', url, allowPrivate: true }] }),
    );
    expect(await run([...WEEK, '--config', config], TRUSTED)).toContain('REDIRECT_REFUSED');
    expect(asked).toEqual([]);
  });

  describe.each([
    ['of an authority nobody knows', 'IP:127.0.0.1', undefined, {}, 'UNABLE_TO_VERIFY_LEAF_SIGNATURE'],
    ['that has expired', 'IP:127.0.0.1', '20210101000000Z', TRUSTED, 'CERT_HAS_EXPIRED'],
    ['of another host', 'DNS:other.example', undefined, TRUSTED, 'ERR_TLS_CERT_ALTNAME_INVALID'],
  ])('with a certificate %s', (_, altName, until, trust, network) => {
    it('is sent nothing, and the error says why', async () => {
      const server = await start(authority.issue(altName, until));
      const printed = await run(WEEK, { ...account(server.port), ...trust });
      expect(printed).toContain('TLS_ERROR');
      expect(printed).not.toContain('a real one');
      expect(server.asked).toBe(0);
    });

    it('is explained by doctor', async () => {
      const server = await start(authority.issue(altName, until));
      const printed = await run(['doctor'], { ...account(server.port), ...trust });
      const { accounts } = doctorReportSchema.parse(JSON.parse(printed));
      const failed = accounts[0]?.checks.filter(({ status }) => status === 'failed');
      expect(failed).toMatchObject([{ code: 'TLS_ERROR', facts: { network } }]);
      expect(server.asked).toBe(0);
    });

    it('gives no subscription either', async () => {
      const server = await start(authority.issue(altName, until));
      const url = `https://127.0.0.1:${server.port}/team.ics`;
      const config = join(home.root, `webcal-${server.port}.json`);
      const team = { kind: 'webcal', name: 'team', url, allowPrivate: true };
      writeFileSync(config, JSON.stringify({ accounts: [team] }));
      expect(await run([...WEEK, '--config', config], trust)).toContain('TLS_ERROR');
      expect(server.asked).toBe(0);
    });
  });
});
