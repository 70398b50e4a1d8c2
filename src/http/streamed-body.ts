import { type Readable, Transform } from 'node:stream';
import type { Hash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { Failure, invalid } from '../errors.ts';
import { withErrorListener } from '../system/with-error-listener.ts';

interface Arriving {
  readonly req: IncomingMessage;
  readonly res: ServerResponse;
  /** Gets what is read. */
  readonly bodyHash?: Hash | undefined;
}

/**
 * The body as a stream that fails once it exceeds the limit. A handler may stop reading at any time: the rest is read
 * and discarded, because a client that is still sending would not see the response otherwise.
 */
export function streamed({ req, res, bodyHash }: Arriving, limit: number): Readable {
  let seen = 0;
  const body = withErrorListener(
    new Transform({
      transform(chunk: Buffer, _, done) {
        seen += chunk.length;
        if (seen > limit) return done(tooLarge(limit));
        bodyHash?.update(chunk);
        done(null, chunk);
      },
    }),
  );
  body.once('close', () => {
    req.unpipe(body);
    req.resume();
  });
  req.once('close', () => {
    if (!req.complete) body.destroy(invalid(['body'], 'The upload is incomplete. Send it again.'));
  });
  // Nothing has read it if the request was rejected before.
  res.once('close', () => body.destroy());
  return req.pipe(body);
}

export const tooLarge = (limit: number | undefined): Failure =>
  new Failure({
    kind: 'too_large',
    code: 'payload_too_large',
    detail: `The body is larger than ${limit} bytes.`,
    members: { limit_bytes: limit },
  });

/** Whether the body's encoding is supported: uncompressed UTF-8. */
export const isPlainUtf8 = (req: IncomingMessage): boolean =>
  (req.headers['content-encoding'] ?? 'identity') === 'identity' && isUtf8(req);

export function isUtf8(req: IncomingMessage): boolean {
  const charset = /;\s*charset="?([^";\s]+)/i.exec(req.headers['content-type'] ?? '')?.[1];
  return /^(utf-?8|us-ascii)$/i.test(charset ?? 'utf-8');
}
