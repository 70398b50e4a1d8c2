import type { Progress } from '../models/progress.ts';

type FailureCode =
  | 'hub_unreachable'
  | 'model_not_found'
  | 'model_not_accessible'
  | 'hub_error'
  | 'model_too_large'
  | 'insufficient_space'
  | 'verification_failed'
  | 'download_canceled'
  | 'download_failed';

/** A reason for a download's end, with a sentence for the caller. */
export class DownloadFailure extends Error {
  readonly code: FailureCode;
  constructor(code: FailureCode, message: string) {
    super(message);
    this.code = code;
  }
}

export interface DownloadProgress extends Omit<Progress, 'status'> {
  readonly status: 'downloading' | 'verifying';
}
export interface DownloadSummary {
  readonly model_name: string;
  readonly revision: string;
  readonly commit: string;
  readonly files: number;
  readonly bytes: number;
}
export type DownloadEvent =
  | ({ readonly event: 'progress'; readonly timestamp: string } & DownloadProgress)
  | ({ readonly event: 'complete' } & DownloadSummary)
  | {
      readonly event: 'error';
      readonly code: FailureCode;
      readonly message: string;
      readonly model_name: string;
      readonly revision: string;
    };

export function stateAfter(event: DownloadEvent): 'completed' | 'failed' | 'canceled' {
  if (event.event === 'complete') return 'completed';
  return event.event === 'error' && event.code === 'download_canceled' ? 'canceled' : 'failed';
}

/** A file as the hub lists it. */
export interface HubFile {
  readonly path: string;
  readonly size: number;
  /** The SHA-256 of a large file; of a small one, the id of its Git object. Also the name of its blob in the cache. */
  readonly hash: string;
}

export const maxFiles = 10_000;

/** Why the hub's list of files cannot be written to the cache; undefined if it can. */
export function faultIn(files: readonly HubFile[]): string | undefined {
  const paths = new Set<string>();
  for (const { path, size, hash } of files) {
    if (!isSafePath(path)) return `The hub names a file ${JSON.stringify(path.slice(0, 200))}.`;
    if (!/^([0-9a-f]{40}|[0-9a-f]{64})$/.test(hash)) return `The hub names no hash of ${path}.`;
    if (!Number.isSafeInteger(size) || size < 0) return `The hub names no size of ${path}.`;
    if (paths.has(path)) return `The hub names the file ${path} twice.`;
    paths.add(path);
  }
  return undefined;
}

/** Whether a path leads to a file below the directory to which it is relative. */
const isSafePath = (path: string): boolean =>
  path.length <= 1024 &&
  path
    .split('/')
    .every((name) => !['', '.', '..'].includes(name) && /^[^\\\p{Cc}]{1,200}$/u.test(name));

/** Why a name or revision, whose characters are allowed, is none of the hub's; undefined if it is one. */
export function nameFault(name: string): string | undefined {
  const isOdd = name.split('/').some((part) => /--|\.\.|^[-.]|[-.]$/.test(part));
  return isOdd ? 'Hyphens and dots must be single, and between other characters.' : undefined;
}
export function revisionFault(revision: string): string | undefined {
  const isOdd = revision.split('/').some((part) => /^$|\.\.|^\.|\.$|\.lock$/.test(part));
  return isOdd ? 'This is not the name of a branch, a tag or a commit.' : undefined;
}

export const isCommit = (revision: string): boolean => /^[0-9a-f]{40}$/.test(revision);

/** Files by hash: a revision may have the same file under several paths. */
export const uniqueFiles = (files: readonly HubFile[]): HubFile[] => [
  ...new Map(files.map((file) => [file.hash, file])).values(),
];

export const bytesOf = (files: readonly HubFile[]): number =>
  files.reduce((sum, { size }) => sum + size, 0);
