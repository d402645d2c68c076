import type { Readable } from 'node:stream';

interface Line {
  readonly at: number;
  readonly who: number | 'database' | 'balancer';
  readonly said: unknown;
  answer?: unknown;
  answeredAt?: number;
}

/** What was asked, answered, logged and done to the replicas: without it nobody can tell afterwards why an answer was wrong. */
export function createDiary() {
  const begin = performance.now();
  const lines: Line[] = [];
  const now = (): number => Math.round(performance.now() - begin);

  /** Notes what is asked of a replica, or done to it; the result notes the answer. */
  function write(who: Line['who'], said: unknown): (answer: unknown) => void {
    const line: Line = { at: now(), who, said };
    lines.push(line);
    return (answer) => {
      line.answer = answer;
      line.answeredAt = now();
    };
  }

  return {
    write,
    hear(who: number, stream: Readable): void {
      stream.on('data', (part) => write(who, String(part)));
    },
    /** Everything about one event, and all that was done and logged meanwhile. */
    about(title: string): string {
      const texts = lines.map(({ at, who, said, answer, answeredAt }) => ({
        isCall: typeof said !== 'string',
        text: `${at}${answeredAt === undefined ? '' : `–${answeredAt}`} ms, ${who}: ${JSON.stringify(said)} ${JSON.stringify(answer) ?? ''}`,
      }));
      const isAbout = ({ text }: { readonly text: string }): boolean => text.includes(title);
      const first = texts.findIndex(isAbout);
      const last = texts.findLastIndex(isAbout);
      return texts
        .slice(first, last + 1)
        .filter((line) => !line.isCall || isAbout(line))
        .map(({ text }) => text)
        .join('\n');
    },
  };
}
