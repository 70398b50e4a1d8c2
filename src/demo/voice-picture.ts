import type { DemoBytes } from './voice-audio.ts';

const side = 256;

/** A picture in place of a face: a color that fades. */
export async function pictureOf([red, green, blue]: readonly number[]): Promise<DemoBytes> {
  const pixels = Buffer.alloc(3 * side * side);
  for (let n = 0; n < side * side; n += 1) {
    const light = 1 - Math.floor(n / side) / (2 * side);
    pixels.set([red! * light, green! * light, blue! * light], 3 * n);
  }
  const { default: sharp } = await import('sharp');
  const bytes = await sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
    .webp()
    .toBuffer();
  return { bytes, media_type: 'image/webp' };
}
