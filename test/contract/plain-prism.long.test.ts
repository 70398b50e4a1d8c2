import { expect, onTestFinished, test } from 'vitest';
import { document, exampleOf, operations } from '../../scripts/conformance/contract.ts';
import { requestOf } from '../../scripts/conformance/requests.ts';
import { startPrism } from '../support/prism.ts';

// The documents for generators have the same schemas, see client-contract.long.test.ts.
test('Prism invents an answer of at most 200 KB for each operation of the published contract as it is', async () => {
  const prism = await startPrism({ port: 0, contract: document });
  onTestFinished(() => prism.close());
  const own = {
    prefer: 'dynamic=true',
    'x-api-key': `vap_${'0'.repeat(43)}`,
    authorization: 'Bearer token',
  };

  const invented: [string, number][] = [];
  for (const operation of operations) {
    const ids = Object.fromEntries(
      operation.parameters.map((each) => [each.name, exampleOf(each)]),
    );
    const { path, method, headers, body } = requestOf(operation, { ids });
    const answer = await fetch(`${prism.url}${path}`, {
      method,
      headers: { ...headers, ...own },
      ...(body && { body }),
    });
    const { length } = await answer.text();
    if (answer.ok) invented.push([operation.id, length]);
  }

  expect(invented.map(([id]) => id)).toEqual(
    expect.arrayContaining(['getWorkflow', 'updateWorkflow', 'listVoiceProfiles', 'getCampaign']),
  );
  expect(invented.length).toBeGreaterThan(240);
  expect(invented.filter(([, length]) => length > 200_000)).toEqual([]);
});
