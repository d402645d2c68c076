import type { CountingProxy, Traffic } from './counting-proxy.js';

/** What a contestant came back with; `wrong` says what is missing of the right answer. */
export interface Outcome {
  readonly got: string;
  readonly wrong?: string;
}

interface Run extends Traffic, Outcome {
  readonly ms: number;
}

export interface Comparison {
  /** Runs a workload once, between two looks at the contestant's own proxy. */
  measure(workload: string, contestant: string, work: () => Promise<Outcome>): Promise<void>;
  /** What cannot be compared, and why. */
  note(workload: string, contestant: string, reason: string): void;
  print(): string;
}

/** Times, requests and bytes of several contestants on the same server, as one table. */
export function createComparison(
  proxyOf: (contestant: string) => CountingProxy,
  baselines: readonly string[],
): Comparison {
  const runs = new Map<string, Map<string, Run[]>>();
  const notes = new Map<string, Map<string, string>>();

  function listOf<T>(all: Map<string, Map<string, T>>, workload: string): Map<string, T> {
    const list = all.get(workload) ?? new Map<string, T>();
    all.set(workload, list);
    return list;
  }

  function linesOf(workload: string): string[][] {
    const measured = listOf(runs, workload);
    const bases = baselines.map((name) => measured.get(name));
    return [
      ...[...measured].map(([contestant, each]) => {
        const ms = median(each.map((run) => run.ms));
        // Of runs that something in the background fell into, the middle one is the usual one.
        const usual = each.toSorted((a, b) => a.requests.length - b.requests.length)[(each.length - 1) >> 1];
        const wrong = each.find((run) => run.wrong !== undefined)?.wrong;
        return [
          workload,
          contestant,
          `${number(ms)} (${number(Math.min(...each.map((run) => run.ms)))}) ×${each.length}`,
          number(median(each.map((run) => run.serverMs))),
          kindsOf(usual?.requests ?? []),
          `${number((usual?.sent ?? 0) / 1024)} / ${number((usual?.received ?? 0) / 1024)}`,
          ...bases.map((base) => (base === undefined ? '–' : ratio(ms / median(base.map((run) => run.ms))))),
          `${usual?.got ?? ''}${wrong === undefined ? '' : ` — ${wrong}`}`,
        ];
      }),
      ...[...listOf(notes, workload)].map(([contestant, reason]) => [
        workload,
        contestant,
        '–',
        '–',
        '–',
        '–',
        ...baselines.map(() => '–'),
        reason,
      ]),
    ];
  }

  return {
    async measure(workload, contestant, work) {
      const proxy = proxyOf(contestant);
      proxy.taken();
      const begin = performance.now();
      const outcome = await work();
      const ms = performance.now() - begin;
      const list = listOf(runs, workload);
      list.set(contestant, [...(list.get(contestant) ?? []), { ...outcome, ...proxy.taken(), ms }]);
    },
    note(workload, contestant, reason) {
      listOf(notes, workload).set(contestant, reason);
    },
    print() {
      const head = [
        'workload',
        'contestant',
        'ms median (min) ×runs',
        'server ms',
        'requests',
        'KB sent / received',
      ];
      const ratios = baselines.map((name) => `time / ${name}`);
      const workloads = [...new Set([...runs.keys(), ...notes.keys()])];
      return markdown([[...head, ...ratios, 'answer'], ...workloads.flatMap(linesOf)]);
    },
  };
}

function markdown([head = [], ...lines]: readonly (readonly string[])[]): string {
  const widths = head.map((_, column) =>
    Math.max(...[head, ...lines].map((line) => (line[column] ?? '').length)),
  );
  const print = (line: readonly string[]): string =>
    `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |\n`;
  return [head, widths.map((width) => '-'.repeat(width)), ...lines].map(print).join('');
}

function kindsOf(requests: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const kind of requests) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  const kinds = [...counts].map(([kind, count]) => (count === 1 ? kind : `${count} ${kind}`));
  return requests.length === 0 ? '0' : `${requests.length}: ${kinds.join(', ')}`;
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return ((sorted[(sorted.length - 1) >> 1] ?? 0) + (sorted[sorted.length >> 1] ?? 0)) / 2;
}

const number = (value: number): string => value.toFixed(value < 10 ? 1 : 0);
const ratio = (value: number): string => `${value < 0.1 ? value.toFixed(3) : value.toFixed(2)}`;
