/**
 * Whether an If-None-Match header names the state with this tag. Express's `fresh` would not do: fetch adds
 * `Cache-Control: no-cache` to a request with the header, and `*` matches where there is no tag.
 */
export const namesEtag = (header: string | undefined, etag: string): boolean =>
  header?.split(',').some((part) => {
    const tag = part.trim().replace(/^W\//, '');
    return tag === etag || tag === '*';
  }) ?? false;
