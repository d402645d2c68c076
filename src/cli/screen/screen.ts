import { type Paint, paintFor } from './paint.js';
import { wrap } from './text-width.js';

/** Output of a printer. */
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
/** On a narrower terminal, the terminal breaks the lines; nothing is cut. */
const LEAST_WIDTH = 40;
/** Matches a line that ends with a whole call, not a sentence about one. */
const CALL = /\{"[^…]*\}$/;

/** Wraps a text for a terminal; leaves it unchanged for a pipe. */
export function fittedTo({ isTTY, columns = DEFAULT_WIDTH }: Terminal, text: string): string {
  return isTTY === true ? brokenAt(Math.max(LEAST_WIDTH, columns), text) : text;
}

/** Wraps a text and keeps each line's indentation. Does not break calls, so people can copy them. */
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

/** A pipe has 80 columns unless COLUMNS is set. */
export function screenOf(stream: Terminal, env: NodeJS.ProcessEnv): Screen {
  const said = [stream.columns, Number(env.COLUMNS)].find((columns) => Number(columns) > 0);
  return { paint: paintFor(stream, env), width: Math.max(LEAST_WIDTH, said ?? DEFAULT_WIDTH) };
}
