import { missingPackages } from '../../system/packaged.ts';
import { DownloadFailure, faultIn, type HubFile, isCommit, maxFiles } from './rules.ts';

export interface Hub {
  readonly url: string;
  readonly token: string | undefined;
}
export interface Revision {
  readonly commit: string;
  readonly files: readonly HubFile[];
}

const answerMs = 30_000;
/** Ten thousand files take about 4 MiB. */
const maxAnswerBytes = 16 * 1024 * 1024;

/** What a revision of a model consists of. Throws a DownloadFailure with the reason if the hub does not say. */
export async function findRevision(
  hub: Hub,
  { name, revision }: { readonly name: string; readonly revision: string },
  signal: AbortSignal,
): Promise<Revision> {
  const missing = missingPackages('@huggingface/hub');
  if (missing !== undefined) throw new DownloadFailure('hub_error', missing);
  // Loaded with the first download: few servers have one.
  const { HubApiError, listFiles, modelInfo } = await import('@huggingface/hub');
  const common = { hubUrl: hub.url, fetch: bounded(hub, signal) };
  try {
    const info = await modelInfo({ ...common, name, revision, additionalFields: ['sha'] });
    const commit = info.sha;
    if (!isCommit(commit)) throw unusable('It names no commit.');
    const files: HubFile[] = [];
    const repo = { type: 'model', name } as const;
    for await (const entry of listFiles({ ...common, repo, recursive: true, revision: commit })) {
      if (entry.type !== 'file') continue;
      const { path, lfs, size, oid } = entry;
      files.push({ path, size: lfs?.size ?? size, hash: lfs?.oid ?? oid ?? '' });
      if (files.length > maxFiles)
        throw new DownloadFailure('model_too_large', `The model has more than ${maxFiles} files.`);
    }
    const fault = faultIn(files);
    if (fault !== undefined) throw unusable(fault);
    return { commit, files };
  } catch (error) {
    if (error instanceof HubApiError)
      throw (
        failureOfStatus(error.statusCode, name) ?? unreachable(`It answered ${error.statusCode}.`)
      );
    throw failureOf(error);
  }
}

/** Where the hub has a file of a commit. */
export const addressOf = ({ url }: Hub, name: string, commit: string, path: string): string =>
  `${url}/${name}/resolve/${commit}/${path.split('/').map(encodeURIComponent).join('/')}`;

/** The failure that a status means; undefined for one after which to try again. */
export function failureOfStatus(status: number, name: string): DownloadFailure | undefined {
  if (status === 401 || status === 403)
    return new DownloadFailure(
      'model_not_accessible',
      `The hub answered ${status} for ${name}: it does not exist, or this server may not download it.`,
    );
  if (status === 404)
    return new DownloadFailure('model_not_found', `The hub has no such revision of ${name}.`);
  if (status === 408 || status === 429 || status >= 500) return undefined;
  return unusable(`It answered ${status}.`);
}

const unusable = (what: string): DownloadFailure =>
  new DownloadFailure('hub_error', `The hub's answer cannot be used. ${what}`);

function failureOf(error: unknown): unknown {
  if (error instanceof DownloadFailure) return error;
  if (error instanceof SyntaxError) return unusable('It is not JSON.');
  return unreachable(reasonOf(error));
}

export const unreachable = (why: string): DownloadFailure =>
  new DownloadFailure('hub_unreachable', `The hub could not be reached. ${why}`);

/** Why a request failed, without its address: that of a file can hold a credential. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'The connection failed.';
  if (error.name === 'TimeoutError') return 'It did not answer in time.';
  const { cause } = error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : error.name;
  return `The connection failed (${code}).`;
}

/** The token, for the hub alone. */
export const credentialsFor = ({ url, token }: Hub, address: string): Record<string, string> =>
  token !== undefined && new URL(address).origin === new URL(url).origin
    ? { authorization: `Bearer ${token}` }
    : {};

/** A fetch that gives up after a time and does not read more than a bounded answer. */
const bounded =
  (hub: Hub, signal: AbortSignal): typeof fetch =>
  async (input) => {
    const address = new Request(input).url;
    const response = await fetch(address, {
      headers: { accept: 'application/json', ...credentialsFor(hub, address) },
      signal: AbortSignal.any([signal, AbortSignal.timeout(answerMs)]),
    });
    const parts: Uint8Array[] = [];
    let bytes = 0;
    for await (const part of response.body ?? []) {
      bytes += part.length;
      if (bytes > maxAnswerBytes) throw unusable('It is too long.');
      parts.push(part);
    }
    const { status, headers } = response;
    return new Response(bytes === 0 ? null : Buffer.concat(parts), { status, headers });
  };
