/**
 * Reports in one line each: an operation without a handler, a handler without an operation, and a handler that is a stub.
 * With `--note` it never fails: a contract comes before its handlers.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { OpenApiDocument } from '../src/http/operations.ts';
import { readOperations } from '../src/http/operations.ts';
import { handlerFaults } from './operations/faults.ts';
import { readAreas, readCode } from './operations/sources.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const isNote = process.argv.includes('--note');

let handlers: string[] | undefined;
try {
  handlers = Object.keys((await import('../src/handlers.ts')).handlers);
} catch (error) {
  console.error(`src/handlers.ts cannot be loaded: ${String(error).split('\n')[0]}`);
}
const contract = JSON.parse(
  readFileSync(new URL('../generated/contract.json', import.meta.url), 'utf8'),
) as OpenApiDocument;
const faults = handlers
  ? handlerFaults({
      operations: readOperations(contract).map(({ id }) => id),
      handlers,
      areas: readAreas(root),
      code: readCode(root),
    })
  : [];
for (const fault of faults) console.error(fault);
if (!isNote && (!handlers || faults.length > 0)) process.exitCode = 1;
