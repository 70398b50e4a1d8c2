/** Serves the contract's examples: `node scripts/mock.ts [port]`, on 4010 by default. */
import { startMock } from './mock/server.ts';

const port = Number(process.argv[2] ?? 4010);

// If the program that started this one is killed, this one ends too.
process.once('disconnect', () => process.exit());

try {
  const { url } = await startMock(port);
  console.log(`Every operation answers its example on ${url}/api/v1. Any credentials will do.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
