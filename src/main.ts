import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Compiled code is kept for the next start, each file by its content. A directory that cannot be written is no error.
// `npm start` names the directory beforehand, so that this file too is loaded from it, and no compiler of types.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));
const { currentBundle, entryOf } = await import('./system/bundle.ts');
// The sources run where no bundle of them was made.
const bundle = currentBundle();
await (bundle ? import(entryOf(bundle).href) : import('./process/run.ts'));
