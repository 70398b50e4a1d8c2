import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { compare, type Difference } from '../../scripts/contract-diff/compare.ts';
import { readContract } from '../../scripts/contract-diff/contract.ts';
import { greatest } from '../../scripts/contract-diff/verdict.ts';
import { compareEdits, edits, published, type Step } from './change-gate/editing.ts';

let found: Difference[][] = [];

beforeAll(async () => {
  found = await compareEdits(3);
}, 300_000);

const cases = edits.map(({ place, edit, tool, house }, index) => ({
  place,
  edit,
  tool,
  house,
  differences: () => found[index] ?? [],
}));

describe('The change gate', () => {
  test.each(cases)('rates as $house in a $place: $edit', ({ differences, house }) => {
    const impacts = differences().map(({ impact }) => impact);

    expect(greatest(impacts) ?? 'none').toBe(house);
  });

  // An upgrade of the tool that rates otherwise is seen here.
  test.each(cases)('has $tool from the tool in a $place: $edit', ({ differences, tool }) => {
    const impacts = differences().flatMap((each) => each.tool ?? []);

    expect(greatest(impacts) ?? 'none').toBe(tool);
  });

  test('names the place of each change', () => {
    const places = found.flat().map(({ place }) => place);

    expect(places.length).toBeGreaterThan(edits.length);
    expect(places.filter((place) => /undefined|\[object|#\/|\(\)/.test(place))).toEqual([]);
  });

  test('takes no link to an operation that is gone for one to an operation that is new', async () => {
    const below = (name: string): Step => [
      'set',
      `paths /api/v1/things/{thing_id}/${name}`,
      {
        parameters: [{ name: 'thing_id', in: 'path', required: true, schema: { type: 'integer' } }],
        get: { operationId: `get${name}`, responses: { '204': { description: 'None.' } } },
      },
    ];
    const pair = { base: published([below('Lid')]), revision: published([below('Hat')]) };
    const linked = JSON.stringify(pair.revision);

    const differences = await compare(pair);

    expect(linked).toContain('"links":{');
    expect(linked).toContain(
      '"operationId":"getHat","parameters":{"thing_id":"$response.body#/id"}',
    );
    expect(differences.filter(({ place, what }) => /link|tags/i.test(place + what))).toEqual([]);
    expect(differences).not.toEqual([]);
  }, 60_000);

  test('finds in the whole contract what was changed there, and nothing else', async () => {
    const text = readFileSync(new URL('../../generated/openapi.json', import.meta.url), 'utf8');
    const revised = JSON.parse(text) as {
      paths: Record<string, Record<string, { operationId: string }>>;
      webhooks: Record<string, unknown>;
      components: { schemas: Record<string, { properties: Record<string, unknown> }> };
    };
    revised.paths['/api/v1/auth/me']!['get']!.operationId = 'getUser';
    revised.webhooks['call_finished'] = revised.webhooks['call_ended'];
    delete revised.webhooks['call_ended'];
    revised.components.schemas['User']!.properties['age'] = { type: 'integer' };

    const differences = await compare({
      base: readContract(text),
      revision: readContract(JSON.stringify(revised)),
    });

    expect(differences.map(({ impact, place }) => `${impact} ${place}`)).toEqual([
      'major GET /api/v1/auth/me (getCurrentUser)',
      'major webhook call_finished',
      'minor POST /api/v1/auth/signup (signUp): responses.201.user.age (schema User)',
    ]);
  }, 120_000);
});
