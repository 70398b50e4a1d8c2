/** Serves the contract's examples: `node scripts/mock.ts [port]`, on 4010 unless told otherwise. */
import { startPrism } from './prism.ts';

const port = Number(process.argv[2] ?? 4010);

// The program that started this one and listens to it may be killed: then this one is of no use any more.
process.once('disconnect', () => process.exit());
// Prism stumbles over some bodies; the next request is answered all the same.
process.on('unhandledRejection', (error) => console.error(error));

try {
  const { url } = await startPrism({ port });
  console.log(`Every operation answers its example on ${url}/api/v1. Any credentials will do.`);
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
