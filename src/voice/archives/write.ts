import { createHash } from 'node:crypto';
import { PassThrough, type Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { VoiceApp } from '../context.ts';
import { withErrorListener } from '../../system/with-error-listener.ts';
import type { StoredFile } from '../files/files.ts';
import type { Manifest } from './manifest.ts';
import { manifestName } from './rules.ts';

/** Raise it when the same profile gives other bytes than before. */
const archiveVersion = 1;

/** A strong ETag: equal for equal bytes alone. */
export function etagOfArchive(manifest: Manifest): string {
  const content = JSON.stringify([archiveVersion, manifest]);
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 32)}"`;
}

/** The same in every time zone: the format has local time. */
const entryOptions = {
  mtime: new Date(1980, 0, 1),
  forceDosTimestamp: true,
  mode: 0o100644,
  compress: false,
} as const;

export interface ArchivedFile {
  readonly name: string;
  readonly file: StoredFile;
}

/** The archive, written as it is read. Recordings and pictures are compressed already, or hardly get smaller. */
export async function* archiveOf(
  { files }: VoiceApp,
  manifest: Manifest,
  archived: readonly ArchivedFile[],
): AsyncGenerator<Uint8Array> {
  const zip = withErrorListener(new ZipFile());
  const out = withErrorListener(new PassThrough());
  withErrorListener(zip.outputStream).pipe(out);
  zip.on('error', (error: Error) => out.destroy(error));
  let open: Readable | undefined;
  zip.addBuffer(Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`), manifestName, entryOptions);
  for (const { name, file } of archived) {
    zip.addReadStreamLazy(name, { ...entryOptions, size: file.bytes }, (add) => {
      const begin = async (): Promise<void> => {
        open = withErrorListener(await files.read(file));
        open.on('error', (error) => out.destroy(error));
        if (out.destroyed) open.destroy();
        else add(null, open);
      };
      begin().catch((error: Error) => out.destroy(error));
    });
  }
  zip.end();
  try {
    for await (const chunk of out) yield chunk;
  } finally {
    out.destroy();
    open?.destroy();
  }
}
