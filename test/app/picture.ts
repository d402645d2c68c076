import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { Page } from 'playwright-core';

const FOLDER = new URL('pictures/', import.meta.url);

/**
 * The share of the pixels that differ clearly from the stored picture; UPDATE_FIXTURES=1 stores it anew. Edges of
 * letters vary between versions of the browser, so that some pixels always may.
 */
export async function differenceTo(name: string, page: Page): Promise<number> {
  const file = new URL(`${name}.png`, FOLDER);
  const taken = await page.screenshot();
  if (process.env.UPDATE_FIXTURES === '1' && !process.env.CI) {
    mkdirSync(FOLDER, { recursive: true });
    writeFileSync(file, taken);
  }
  if (!existsSync(file)) return 1;
  const pictures = [taken, readFileSync(file)].map((bytes) => bytes.toString('base64'));
  // The page itself may load nothing, not even a picture.
  const blank = await page.context().newPage();
  const share = await blank.evaluate(`(${compare})(${JSON.stringify(pictures)})`);
  await blank.close();
  return Number(share);
}

/** Runs in the browser, which reads PNG. */
const compare = `async (pictures) => {
  const [one, other] = await Promise.all(pictures.map(async (text) => {
    const image = new Image();
    image.src = 'data:image/png;base64,' + text;
    await image.decode();
    const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
    canvas.drawImage(image, 0, 0);
    return canvas.getImageData(0, 0, image.width, image.height).data;
  }));
  if (one.length !== other.length) return 1;
  let different = 0;
  for (let at = 0; at < one.length; at += 4) {
    if ([0, 1, 2].some((channel) => Math.abs(one[at + channel] - other[at + channel]) > 48)) different++;
  }
  return different / (one.length / 4);
}`;
