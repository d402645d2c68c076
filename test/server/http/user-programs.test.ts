import { describe, expect, it } from 'vitest';
import { createUserPrograms, type HttpUsers } from '../../../src/server/http/user-programs.js';
import { listedTools } from '../../../src/server/listed-tools.js';
import { SILENT_LOG } from '../../../src/system/json-log.js';
import { memoryService } from './http-server.js';

/** Users whose keys are a name and a revision, and which of their programs are open. */
function users() {
  const open: string[] = [];
  let retire: Parameters<NonNullable<HttpUsers['onStart']>>[0] = () => undefined;
  const given: HttpUsers = {
    keyOf: (identity) => identity,
    async open(key) {
      open.push(key);
      const service = memoryService();
      const close = async () => {
        await service.close();
        open.splice(open.indexOf(key), 1);
      };
      return {
        ...{ log: SILENT_LOG, aliases: [], tools: listedTools([]), version: '0' },
        service: { ...service, close },
      };
    },
    replaces: (key, earlier) => key !== earlier && key.split(' ')[0] === earlier.split(' ')[0],
    onStart(how) {
      retire = how;
    },
  };
  return { given, open, retire: (name: string) => retire((key) => key.startsWith(`${name} `)) };
}

describe('the program of a user', () => {
  it('is made at the first use, and closed when nobody has used it for a while', async () => {
    const { given, open } = users();
    const programs = createUserPrograms(given, 1);
    expect(open).toEqual([]);
    const [one, two] = await Promise.all([programs.acquire('ana 1'), programs.acquire('ana 1')]);
    expect(open).toEqual(['ana 1']);
    one.release();
    two.release();
    await expect.poll(() => open).toEqual([]);
  });

  it('is closed when two hundred others have been used since, unless it is in use', async () => {
    const { given, open } = users();
    const programs = createUserPrograms(given, 60_000);
    const held = await programs.acquire('ana 1');
    (await programs.acquire('ben 1')).release();
    for (let n = 0; n < 199; n++) (await programs.acquire(`user-${n} 1`)).release();
    expect(open).toHaveLength(201);
    // Used again, it is the last one.
    (await programs.acquire('ben 1')).release();
    (await programs.acquire('late 1')).release();
    (await programs.acquire('later 1')).release();
    await expect.poll(() => open).toHaveLength(201);
    expect(open).toEqual(expect.arrayContaining(['ana 1', 'ben 1', 'late 1', 'later 1']));
    expect(open).not.toEqual(expect.arrayContaining(['user-0 1']));
    expect(open).not.toEqual(expect.arrayContaining(['user-1 1']));
    held.release();
    await programs.close();
    expect(open).toEqual([]);
  });

  it('gives way to that of a later revision, after those who still use it', async () => {
    const { given, open } = users();
    const programs = createUserPrograms(given, 60_000);
    const session = await programs.acquire('ana 1');
    (await programs.acquire('ben 1')).release();
    (await programs.acquire('ana 2')).release();
    expect(open).toEqual(['ana 1', 'ben 1', 'ana 2']);
    const again = session.again();
    session.release();
    expect(open).toContain('ana 1');
    again.release();
    await expect.poll(() => open).toEqual(['ben 1', 'ana 2']);
    await programs.close();
  });

  it('is closed when somebody has changed what it is made of, also while it is made', async () => {
    const { given, open, retire } = users();
    const programs = createUserPrograms(given, 60_000);
    const opening = programs.acquire('ana 1');
    retire('ana');
    const lease = await opening;
    expect(open).toEqual(['ana 1']);
    lease.release();
    await expect.poll(() => open).toEqual([]);
    (await programs.acquire('ana 1')).release();
    retire('ana');
    await expect.poll(() => open).toEqual([]);
  });
});
