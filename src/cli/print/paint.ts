const CODES = {
  bold: [1, 22],
  dim: [2, 22],
  strike: [9, 29],
  red: [31, 39],
  green: [32, 39],
  yellow: [33, 39],
  blue: [34, 39],
  magenta: [35, 39],
  cyan: [36, 39],
} as const;

export type Style = keyof typeof CODES;

/** Colours a text, or leaves it unchanged if no one would see colours. */
export type Paint = (style: Style, text: string) => string;

/** Colours for a terminal that shows them (NO_COLOR and FORCE_COLOR have the last word). */
export function paintFor(stream: NodeJS.WriteStream, env: NodeJS.ProcessEnv): Paint {
  const forced = env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '0';
  const wanted = forced || (stream.isTTY && env.TERM !== 'dumb');
  return wanted && (env.NO_COLOR ?? '') === '' ? coloured : (_, text) => text;
}

function coloured(style: Style, text: string): string {
  const [on, off] = CODES[style];
  return text === '' ? '' : `\u001b[${on}m${text}\u001b[${off}m`;
}
