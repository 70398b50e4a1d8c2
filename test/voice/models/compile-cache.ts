import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * The threads and processes that a test starts read the program anew each time, which costs more than what
 * they do; this lets them find what was read once, where Node itself keeps it.
 */
export function useCompileCache(): void {
  process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'node-compile-cache');
}
