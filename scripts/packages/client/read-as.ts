/** How an answer that is not JSON is read if the caller does not say: as the types have it. */
export function readAs(path: string, type: string): 'text' | 'blob' | 'stream' {
  if (/^text\/event-stream$/.test(type) || path.endsWith('/stream')) return 'stream';
  return /^text\/|jsonl$/.test(type) ? 'text' : 'blob';
}
