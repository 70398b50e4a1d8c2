/** Serves the contract's examples: `node scripts/mock.ts [port]`, on `PORT` or 4010 by default. */
import { commandFor } from '../src/system/packaged.ts';
import { startMock } from './mock/server.ts';

const [, , port = process.env['PORT'] ?? '4010'] = process.argv;

// If the program that started this one is killed, this one ends too.
process.once('disconnect', () => process.exit());

try {
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new Error(`PORT is ${port}; it must be a number from 0 to 65535.`);
  const { url } = await startMock(Number(port));
  console.log(`Every operation answers its example on ${url}/api/v1. Any credentials will do.`);
  console.log(`The console is at ${url}/console.`);
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  const isTaken = code === 'EADDRINUSE';
  console.error(
    isTaken
      ? `Port ${port} is in use by another program. Start on another port: PORT=${Number(port) + 1} ${commandFor('mock')}`
      : message,
  );
  process.exit(1);
}
