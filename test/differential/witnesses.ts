import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import rrulePackage from 'rrule';
import { RRuleTemporal } from 'rrule-temporal';
import { Temporal } from 'temporal-polyfill';
import { installed } from '../backends/local/installed.js';
import type { RuleCase } from './random-rules.js';

/** A question to all engines: the first `limit` starts in [from, to), in seconds of wall time. */
export interface Question extends RuleCase {
  readonly from: number;
  readonly to: number;
  readonly limit: number;
}

/** Undefined: the witness gave up on it. */
export type Answer = readonly number[] | undefined;

export interface Witness {
  readonly name: string;
  /** Witnesses of one family are ports of each other and count once. */
  readonly family: string;
  answers(questions: readonly Question[]): readonly Answer[];
}

const script = fileURLToPath(new URL('./dateutil-witness.py', import.meta.url));

const DATEUTIL = '/usr/lib/python3/dist-packages/dateutil/__init__.py';

/** A Python that has dateutil; Debian's gets it when there is none. */
function pythonWithDateutil(): string | undefined {
  const has = (python: string): boolean => spawnSync(python, ['-c', 'import dateutil']).status === 0;
  if (has('python3')) return 'python3';
  return installed(DATEUTIL, 'python3-dateutil') && has('/usr/bin/python3') ? '/usr/bin/python3' : undefined;
}

/** python-dateutil, where it is or can be installed. */
export function dateutil(): Witness | undefined {
  const python = pythonWithDateutil();
  if (python === undefined) return undefined;
  return {
    name: 'dateutil',
    family: 'dateutil',
    answers(questions) {
      const { stdout, status, stderr } = spawnSync(python, [script], {
        input: JSON.stringify({ cases: questions }),
        encoding: 'utf8',
        maxBuffer: 512 * 1024 * 1024,
      });
      if (status !== 0) throw new Error(`dateutil failed: ${stderr}`);
      const answers: (number[] | null)[] = JSON.parse(stdout);
      return answers.map((answer) => answer ?? undefined);
    },
  };
}

/** rrule.js, a port of dateutil. */
export const rrule: Witness = {
  name: 'rrule',
  family: 'dateutil',
  answers: (questions) =>
    questions.map(({ rrule: text, start, from, to, limit }) => {
      const found: number[] = [];
      // It never comes back from a rule below a day that matches nothing.
      if (/FREQ=(HOURLY|MINUTELY|SECONDLY)/.test(text)) return undefined;
      try {
        rrulePackage.rrulestr(`DTSTART:${start}Z\nRRULE:${text}`).all((date, index) => {
          const at = date.getTime() / 1000;
          if (at >= to || index > 20_000) return false;
          if (at >= from) found.push(at);
          return found.length < limit;
        });
      } catch {
        return undefined;
      }
      return found;
    }),
};

export const rruleTemporal: Witness = {
  name: 'rrule-temporal',
  family: 'rrule-temporal',
  answers: (questions) =>
    questions.map(({ rrule: text, start, from, to, limit }) => {
      const at = (seconds: number) =>
        Temporal.Instant.fromEpochMilliseconds(seconds * 1000).toZonedDateTimeISO('UTC');
      try {
        const rule = new RRuleTemporal({
          rruleString: `DTSTART:${start}Z\nRRULE:${text}`,
          maxIterations: 3000,
        });
        return rule
          .between(at(from), at(to - 1), true)
          .slice(0, limit)
          .map((occurrence) => occurrence.epochMilliseconds / 1000);
      } catch {
        return undefined;
      }
    }),
};
