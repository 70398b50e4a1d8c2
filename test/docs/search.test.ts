import { describe, expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import { find } from '../../scripts/reference/assets/search.js';
import { readGuides } from '../../scripts/reference/guides.ts';
import { readReference } from '../../scripts/reference/reference.ts';
import { searchEntries } from '../../scripts/reference/search-entries.ts';

const read = (name: string): object =>
  JSON.parse(readFileSync(new URL(`../../generated/${name}`, import.meta.url), 'utf8')) as object;
const reference = readReference(read('openapi.json'), read('problems.json'));
const entries = searchEntries(reference, readGuides());

const found = (query: string): string[] => find(entries, query).map(([, , path]) => path);

describe('The search', () => {
  test.each([
    ['a member of an answer', 'retry_on_voicemail', '/docs/operations/createCampaign'],
    ['a value of an enum', 'voicemail', '/docs/operations/getRun'],
    ['a problem code', 'precondition_failed', '/problems/precondition_failed'],
    ['a status', '412', '/problems/precondition_failed'],
    [
      "an operation by its problem's code",
      'campaign_not_startable',
      '/docs/operations/startCampaign',
    ],
    ['the text of a guide', 'standardwebhooks', '/docs/guides/webhooks'],
    ['the usual word for a list', 'pagination', '/docs/guides/errors#lists'],
    ['a rule', 'traceparent', '/docs/rules#traces'],
  ])('finds %s: %s', (_, query, path) => {
    expect(found(query)).toContain(path);
  });

  test.each([
    ['campain', 'campaign'],
    ['campagin', 'campaign'],
    ['webhok', 'webhook'],
    ['idempotancy', 'idempotency'],
  ])('finds for %s what it finds for %s', (typed, meant) => {
    expect(found(typed).length).toBeGreaterThan(3);
    expect(found(typed).some((path) => found(meant).includes(path))).toBe(true);
  });

  test('finds nothing for what is no word', () => {
    expect(found('xqzzy')).toEqual([]);
  });
});
