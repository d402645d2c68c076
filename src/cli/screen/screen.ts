import { type Paint, paintFor } from './paint.js';
import { wrap } from './text-width.js';

/** What a printer prints on. */
export interface Screen {
  readonly paint: Paint;
  /** Columns. */
  readonly width: number;
}

interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

const DEFAULT_WIDTH = 80;
/** Where nothing tidy fits, lines may be broken by the terminal, but nothing is cut away. */
const LEAST_WIDTH = 40;
/** A line that ends with a whole call, and is no sentence about one. */
const CALL = /\{"[^…]*\}$/;

/** A text for a stream: at a terminal its sentences are broken at the width. */
export function fittedTo({ isTTY, columns = DEFAULT_WIDTH }: Terminal, text: string): string {
  return isTTY === true ? brokenAt(Math.max(LEAST_WIDTH, columns), text) : text;
}

/** A text in lines of so many columns, each as far in as it was; calls stay whole, to be copied. */
export function brokenAt(width: number, text: string): string {
  return text
    .split('\n')
    .flatMap((line) => {
      const indent = /^ */.exec(line)?.[0] ?? '';
      if (CALL.test(line)) return [line];
      return wrap(line.slice(indent.length), width - indent.length).map((part) => indent + part);
    })
    .join('\n');
}

/** The terminal at the other end of a stream; a pipe has 80 columns unless COLUMNS says otherwise. */
export function screenOf(stream: Terminal, env: NodeJS.ProcessEnv): Screen {
  const said = [stream.columns, Number(env.COLUMNS)].find((columns) => Number(columns) > 0);
  return { paint: paintFor(stream, env), width: Math.max(LEAST_WIDTH, said ?? DEFAULT_WIDTH) };
}
