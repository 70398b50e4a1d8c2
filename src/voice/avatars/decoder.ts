import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { withErrorListener } from '../../system/with-error-listener.ts';

// The program that decodes what strangers send: a process of its own for one picture, without this service's secrets.
// It reads a picture and writes WebP, or a sentence about what is wrong with it and ends with `refusal`.

const refusal = 3;
const maxPixels = 25_000_000;
/** The width and height of what is stored. */
const maxSide = 512;
const maxSeconds = 10;
const formats: readonly string[] = ['png', 'jpeg', 'webp'];

// No other decoder reads what strangers send, and a picture has one thread.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadPngBuffer', 'VipsForeignLoadJpegBuffer', 'VipsForeignLoadWebpBuffer'],
});
sharp.concurrency(1);

const noPicture = 'The body is no PNG, JPEG or WebP picture; its content type does not matter.';
const damaged = 'The picture is damaged or incomplete, or takes too long to decode.';

/** Upright, small and without metadata; or what is wrong. */
async function encode(bytes: Buffer): Promise<Buffer | string> {
  const found = await sharp(bytes, { limitInputPixels: false, failOn: 'error' })
    .metadata()
    .catch(() => undefined);
  if (!found || !formats.includes(found.format)) return noPicture;
  const { width, height } = found;
  if (width * height > maxPixels)
    return `The picture has ${width} by ${height} pixels; it can have ${maxPixels} at most.`;
  return sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error', autoOrient: true })
    .timeout({ seconds: maxSeconds })
    .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 90 })
    .toBuffer()
    .catch(() => damaged);
}

const result = await encode(await buffer(withErrorListener(process.stdin)));
if (typeof result === 'string') {
  process.exitCode = refusal;
  process.stderr.write(result);
} else {
  process.stdout.write(result);
}
