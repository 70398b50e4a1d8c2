/** The body is no picture that can be used; the message is a sentence for whoever sent it. */
export class PictureFault extends Error {}

const maxPixels = 25_000_000;
/** The width and height of what is stored. */
const maxSide = 512;
const maxSeconds = 10;
const formats: readonly string[] = ['png', 'jpeg', 'webp'];

let library: ReturnType<typeof load> | undefined;

/** Loads the library, with the first picture. */
async function load() {
  const { default: sharp } = await import('sharp');
  // No other decoder reads what strangers send, and each picture has one thread.
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({
    operation: ['VipsForeignLoadPngFile', 'VipsForeignLoadJpegFile', 'VipsForeignLoadWebpFile'],
  });
  sharp.concurrency(1);
  sharp.cache(false);
  return sharp;
}

export const pictureType = 'image/webp';

let last: Promise<unknown> = Promise.resolve();

/**
 * Decodes the picture in a local file and encodes it again as WebP, upright, small and without metadata. One at a time, so
 * that the memory for decoded pixels is needed once. Throws a PictureFault.
 */
export function readPicture(path: string): Promise<Buffer> {
  const turn = last.then(() => encode(path));
  last = turn.catch(() => {});
  return turn;
}

async function encode(path: string): Promise<Buffer> {
  const sharp = await (library ??= load());
  const { format, width, height } = await describe(sharp, path);
  if (!formats.includes(format)) throw noPicture();
  if (width * height > maxPixels)
    throw new PictureFault(
      `The picture has ${width} by ${height} pixels; it can have ${maxPixels} at most.`,
    );
  try {
    return await sharp(path, { limitInputPixels: maxPixels, failOn: 'error', autoOrient: true })
      .timeout({ seconds: maxSeconds })
      .resize(maxSide, maxSide, { fit: 'inside', withoutEnlargement: true })
      .webp({ quality: 90 })
      .toBuffer();
  } catch (cause) {
    throw new PictureFault('The picture is damaged or incomplete, or takes too long to decode.', {
      cause,
    });
  }
}

async function describe(sharp: Awaited<ReturnType<typeof load>>, path: string) {
  try {
    return await sharp(path, { limitInputPixels: false, failOn: 'error' }).metadata();
  } catch (cause) {
    throw noPicture(cause);
  }
}

const noPicture = (cause?: unknown): PictureFault =>
  new PictureFault('The body is no PNG, JPEG or WebP picture; its content type does not matter.', {
    cause,
  });
