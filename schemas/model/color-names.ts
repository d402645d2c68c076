/** Colors that people name, as in CSS (Color Module Level 4 §6.1). */
export const COLOR_NAMES: ReadonlyMap<string, string> = new Map([
  ['black', '#000000'],
  ['blue', '#0000ff'],
  ['brown', '#a52a2a'],
  ['cyan', '#00ffff'],
  ['gold', '#ffd700'],
  ['gray', '#808080'],
  ['green', '#008000'],
  ['grey', '#808080'],
  ['indigo', '#4b0082'],
  ['lime', '#00ff00'],
  ['magenta', '#ff00ff'],
  ['maroon', '#800000'],
  ['navy', '#000080'],
  ['olive', '#808000'],
  ['orange', '#ffa500'],
  ['pink', '#ffc0cb'],
  ['purple', '#800080'],
  ['red', '#ff0000'],
  ['silver', '#c0c0c0'],
  ['teal', '#008080'],
  ['turquoise', '#40e0d0'],
  ['violet', '#ee82ee'],
  ['white', '#ffffff'],
  ['yellow', '#ffff00'],
]);

/** Normalizes a color for comparison: hex if its name is known. */
export function hexOfColor(color: string): string {
  const text = color.trim().toLowerCase();
  return COLOR_NAMES.get(text) ?? text.replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3');
}

export function nearestColor(color: string): string | undefined {
  const channels = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  const hex = hexOfColor(color);
  if (!/^#[0-9a-f]{6}$/.test(hex)) return undefined;
  const wanted = channels(hex);
  const distance = (other: string) =>
    channels(other).reduce((sum, value, at) => sum + (value - (wanted[at] ?? 0)) ** 2, 0);
  return [...COLOR_NAMES].sort(([, a], [, b]) => distance(a) - distance(b))[0]?.[0];
}
