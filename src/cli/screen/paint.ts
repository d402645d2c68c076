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

/** A named style, or the colour of a calendar. */
export type Style = keyof typeof CODES | `#${string}`;

/** Colours a text, or returns it unchanged if colours are off. */
export type Paint = (style: Style, text: string) => string;

const plain: Paint = (_, text) => text;

/** ANSI colours as xterm shows them, in order of the codes from 30 and from 90. */
const SIXTEEN = [
  0x000000, 0xcd0000, 0x00cd00, 0xcdcd00, 0x0000ee, 0xcd00cd, 0x00cdcd, 0xe5e5e5, 0x7f7f7f, 0xff0000,
  0x00ff00, 0xffff00, 0x5c5cff, 0xff00ff, 0x00ffff, 0xffffff,
];
/** Levels of red, green and blue in the 256-colour palette. */
const LEVELS = [0, 95, 135, 175, 215, 255];

type Depth = 16 | 256 | 'true';

/** Colours only a terminal; NO_COLOR and FORCE_COLOR override this. */
export function paintFor(stream: { readonly isTTY?: boolean }, env: NodeJS.ProcessEnv): Paint {
  const forced = env.FORCE_COLOR !== undefined && env.FORCE_COLOR !== '0';
  const wanted = forced || (stream.isTTY === true && env.TERM !== 'dumb' && env.FORCE_COLOR !== '0');
  return wanted && (env.NO_COLOR ?? '') === '' ? colouring(depthOf(env)) : plain;
}

function depthOf({ FORCE_COLOR, COLORTERM = '', TERM = '' }: NodeJS.ProcessEnv): Depth {
  if (FORCE_COLOR === '3' || /truecolor|24bit/.test(COLORTERM)) return 'true';
  return FORCE_COLOR === '2' || TERM.includes('256') ? 256 : 16;
}

function colouring(depth: Depth): Paint {
  return (style, text) => {
    if (text === '') return '';
    const [on, off] = isNamed(style) ? CODES[style] : [foreground(style, depth), 39];
    return `\u001b[${on}m${text}\u001b[${off}m`;
  };
}

function isNamed(style: Style): style is keyof typeof CODES {
  return style in CODES;
}

function foreground(hex: string, depth: Depth): string {
  const rgb = channels(Number.parseInt(hex.slice(1, 7), 16));
  if (depth === 'true') return `38;2;${rgb.join(';')}`;
  if (depth === 16) {
    const nearest = nearestOf(SIXTEEN.map(channels), rgb);
    return String(nearest < 8 ? 30 + nearest : 82 + nearest);
  }
  const [red = 0, green = 0, blue = 0] = rgb.map((one) =>
    nearestOf(
      LEVELS.map((level) => [level]),
      [one],
    ),
  );
  const mean = rgb.reduce((sum, one) => sum + one, 0) / 3;
  const grey = Math.min(23, Math.max(0, Math.round((mean - 8) / 10)));
  const cube = [red, green, blue].map((level) => LEVELS[level] ?? 0);
  const isGrey = nearestOf([cube, [8 + grey * 10, 8 + grey * 10, 8 + grey * 10]], rgb) === 1;
  return `38;5;${isGrey ? 232 + grey : 16 + 36 * red + 6 * green + blue}`;
}

const channels = (rgb: number): readonly number[] => [(rgb >> 16) & 255, (rgb >> 8) & 255, rgb & 255];

/** Index of the nearest colour, the first if several are equally near. */
function nearestOf(colours: readonly (readonly number[])[], wanted: readonly number[]): number {
  const far = colours.map((colour) =>
    colour.reduce((sum, one, at) => sum + (one - (wanted[at] ?? 0)) ** 2, 0),
  );
  return far.indexOf(Math.min(...far));
}
