import { readFileSync } from 'node:fs';
import { it } from 'vitest';
import { WEEKLY } from '../backends/eventkit/scenario-world.js';
import { onMac } from '../backends/eventkit/simulated/on-mac.js';
import { emptyKit, kitEvent } from '../backends/eventkit/simulated/state.js';
import { peakMegabytes } from './peak-megabytes.js';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
it('measures', async () => {
  const state = { ...emptyKit(['Work', 'Home']), zone: 'Europe/Berlin' };
  for (let n = 0; n < 20_000; n++) {
    const start = Date.UTC(2015, 0, 1) + ((n * 7) % 4400) * DAY + (8 + (n % 9)) * HOUR;
    const rules = n % 100 === 0 ? [WEEKLY] : [];
    const notes = 'Some words. '.repeat(n % 60);
    state.events.push(kitEvent(state, { title: `Event ${n}`, notes, start, end: start + HOUR, rules }));
  }
  const flags = (process.env.FLAGS ?? '').split(' ').filter(Boolean);
  const { client, pid, close } = await onMac(state, {
    node: [...flags, '--import', '/tmp/macmem/dump.mjs'],
    env: { CALENDAR_READ_DEADLINE: '120', DUMP: process.env.DUMP ?? '/tmp/macmem/d', SNAP: process.env.SNAP ?? '' },
  });
  const show = async (what: string) => {
    process.kill(pid ?? 0, 'SIGUSR2');
    await new Promise((r) => setTimeout(r, 400));
    const rss = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    let d = '';
    try { const j = JSON.parse(readFileSync((process.env.DUMP ?? '/tmp/macmem/d') + '.json', 'utf8')); d = JSON.stringify(Object.fromEntries(Object.entries(j.m).map(([k, v]) => [k, Math.round(Number(v) / 1e5) / 10]))) + ' ' + JSON.stringify(j.spaces) + JSON.stringify(j.code) + ' cpu ' + (j.cpu.user + j.cpu.system) / 1e6; } catch {}
    console.log(process.env.FLAGS, what, 'peak', peakMegabytes(pid), 'rss', Math.round(Number(rss) / 1024), d);
  };
  await client.listTools();
  await show('start');
  const found = async (filters: object) => {
    const asked = { name: 'calendar_read', arguments: { query: { type: 'events', filters, limit: 5 } } };
    const r = await client.callTool(asked, undefined, { timeout: 300_000 });
    if (r.isError) console.log(JSON.stringify(r).slice(0, 300));
  };
  await found({ when: { between: ['2026-11-23', '2026-11-29'] } });
  await show('week');
  await found({ when: { between: ['2026-11-01', '2026-11-30'] } });
  await found({ when: { between: ['2026-01-01', '2026-12-31'] }, text: 'Event 19' });
  await show('year');
  const N = Number(process.env.MORE ?? 0);
  for (let n = 0; n < N; n++) {
    const from = Date.UTC(2026, 0, 1) + ((n * 11) % 300) * DAY;
    const iso = (t: number) => new Date(t).toISOString().slice(0, 10);
    await found({ when: { between: [iso(from), iso(from + 6 * DAY)] }, ...(n % 10 === 0 && { text: `Event ${n}` }) });
    if (n % 50 === 49) await show(`after ${n + 1}`);
  }
  await close();
}, 900_000);
