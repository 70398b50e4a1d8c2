import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Compiled code is kept for the next start, each file by its content. A directory that cannot be written is no error.
// `npm start` names the directory beforehand, so that this file too is loaded from it, and no compiler of types.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));
await import('./process/run.ts');
