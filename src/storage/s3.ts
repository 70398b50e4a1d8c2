import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import type { Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import type { S3Client } from '@aws-sdk/client-s3';
import { storageAway } from '../errors.ts';
import type { S3Place } from '../system/settings.ts';
import { withErrorListener } from '../system/with-error-listener.ts';
import { MissingObject, type Storage } from './storage.ts';

type Sdk = Pick<
  typeof import('@aws-sdk/client-s3'),
  | 'S3Client'
  | 'PutObjectCommand'
  | 'GetObjectCommand'
  | 'DeleteObjectCommand'
  | 'NoSuchKey'
  | 'S3ServiceException'
>;

/** Attempts of a request; pauses between them grow. */
const maxAttempts = 4;
const connectMs = 5000;
/** How long the store may be silent. */
const silenceMs = 30_000;

/** Keeps objects in a bucket. The client is loaded at the first use, so that others do not pay for it. */
export function openS3({ bucket, prefix, region, endpoint, credentials }: S3Place): Storage {
  let client: Promise<{ s3: S3Client; sdk: Sdk }> | undefined;
  const load = async () => {
    const sdk = await import('@aws-sdk/client-s3');
    const s3 = new sdk.S3Client({
      region,
      maxAttempts,
      // Errors are logged once, by whoever receives them.
      logger: silent,
      requestHandler: { connectionTimeout: connectMs, requestTimeout: silenceMs },
      // Stores that are not Amazon's know no checksums in trailers; ours is sent in a header.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
      ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
      ...(credentials && { credentials }),
    });
    return { s3, sdk };
  };
  const connected = () => (client ??= load());
  /** Runs requests; throws `storageAway` if the store does not answer, or answers that it cannot. */
  async function reached<T>(work: (parts: { s3: S3Client; sdk: Sdk }) => Promise<T>) {
    const parts = await connected();
    try {
      return await work(parts);
    } catch (error) {
      const isOurs = error instanceof MissingObject || isOfFile(error);
      throw isOurs || isRefused(parts.sdk, error) ? error : storageAway(error);
    }
  }
  const at = (key: string) => ({ Bucket: bucket, Key: prefix === '' ? key : `${prefix}/${key}` });
  return {
    put: (key, { path, bytes, sha256 }) =>
      reached(async ({ s3, sdk }) => {
        const ChecksumSHA256 = Buffer.from(sha256, 'hex').toString('base64');
        const object = { ...at(key), ContentLength: bytes, ChecksumSHA256 };
        await repeatedly(sdk, async () => {
          const Body = withErrorListener(createReadStream(path));
          // The client sends a stream without hearing its errors: it would wait for the rest of a file that cannot be read.
          const read = once(Body, 'close');
          const sent = s3.send(new sdk.PutObjectCommand({ ...object, Body }));
          await Promise.race([sent, read.then(() => sent)]).finally(() => Body.destroy());
        });
      }),
    read: (key, range) =>
      reached(async ({ s3, sdk }) => {
        const Range = range && `bytes=${range.start}-${range.end}`;
        const { Body } = await s3
          .send(new sdk.GetObjectCommand({ ...at(key), Range }))
          .catch((error: unknown) => {
            throw error instanceof sdk.NoSuchKey ? new MissingObject(key, { cause: error }) : error;
          });
        if (!Body) throw new MissingObject(key);
        return withErrorListener(Body as Readable);
      }),
    remove: (key) =>
      reached(async ({ s3, sdk }) => void (await s3.send(new sdk.DeleteObjectCommand(at(key))))),
    close() {
      void client?.then(({ s3 }) => s3.destroy());
    },
  };
}

const nothing = (): void => {};
const silent = { trace: nothing, debug: nothing, info: nothing, warn: nothing, error: nothing };
const pauseMs = 200;

/** Whether the store answered that it will not do this, at no attempt. */
const isRefused = (sdk: Sdk, error: unknown): boolean =>
  error instanceof sdk.S3ServiceException && (error.$metadata.httpStatusCode ?? 500) < 500;

/** Whether the local file of an upload could not be read. */
const isOfFile = (error: unknown): boolean => error instanceof Error && 'path' in error;

/** The client repeats no request whose body is a stream. */
async function repeatedly(sdk: Sdk, attempt: () => Promise<void>): Promise<void> {
  for (let n = 1; ; n++) {
    try {
      return await attempt();
    } catch (error) {
      if (isRefused(sdk, error) || n === maxAttempts) throw error;
      await wait(pauseMs * 2 ** n * Math.random());
    }
  }
}
