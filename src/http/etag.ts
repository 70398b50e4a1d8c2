/**
 * Whether an If-None-Match header matches this ETag. Express's `fresh` does not fit: fetch adds `Cache-Control:
 * no-cache` to a request with the header, and `*` matches even without an ETag.
 */
export const namesEtag = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some((part) => {
    const tag = part.trim().replace(/^W\//, '');
    return tag === etag || tag === '*';
  }) ?? false;
