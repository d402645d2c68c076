import { type Paint, paintFor } from './paint.js';

/** What a printer prints on. */
export interface Screen {
  readonly paint: Paint;
  /** Columns. */
  readonly width: number;
}

const DEFAULT_WIDTH = 80;
/** Where nothing tidy fits, lines may be broken by the terminal, but nothing is cut away. */
const LEAST_WIDTH = 40;

/** The terminal at the other end of a stream; a pipe has 80 columns unless COLUMNS says otherwise. */
export function screenOf(
  stream: { readonly isTTY?: boolean; readonly columns?: number },
  env: NodeJS.ProcessEnv,
): Screen {
  const said = [stream.columns, Number(env.COLUMNS)].find((columns) => Number(columns) > 0);
  return { paint: paintFor(stream, env), width: Math.max(LEAST_WIDTH, said ?? DEFAULT_WIDTH) };
}
