import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The threads and processes of a test would compile the program again each time, which takes longer than their work;
 * this lets them use Node's compile cache.
 */
export function useCompileCache(): void {
  process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'node-compile-cache');
}
