import { expect, test } from 'vitest';
import { runMain } from '../support/process.ts';

test('A start loads the application before it connects to the database, whose time limit does not wait for it', async () => {
  const { output } = await runMain(
    [],
    {
      DATABASE_URL: 'postgres://nobody@127.0.0.1:1/none',
      SECRET_KEYS: Buffer.alloc(32).toString('base64'),
      PORT: '0',
    },
    './test/support/trace-start.ts',
  );

  const steps = output.match(/^(?:loaded \/src\/app\.ts|connects)$/gm);
  expect(steps).toEqual(['loaded /src/app.ts', 'connects']);
});
