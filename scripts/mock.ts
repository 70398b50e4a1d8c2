/** Serves the contract's examples: `node scripts/mock.ts [port]`, on `PORT` or 4010 by default. */
import { startMock } from './mock/server.ts';
import { portIn, whyNotOn } from './ports.ts';

const [, , port = process.env['PORT'] ?? '4010'] = process.argv;

// If the program that started this one is killed, this one ends too.
process.once('disconnect', () => process.exit());

try {
  const { url } = await startMock(portIn(port));
  console.log(`Every operation answers its example on ${url}/api/v1. Any credentials will do.`);
  console.log(`The console is at ${url}/console.`);
} catch (error) {
  console.error(whyNotOn(port, 'mock', error));
  process.exit(1);
}
