import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { find, indexOf, type Marked, shownOf } from '../../scripts/reference/assets/find.js';
import { readGuides } from '../../scripts/reference/guides.ts';
import { readReference } from '../../scripts/reference/reference.ts';
import { asked, searchIndex } from '../../scripts/reference/search-entries.ts';

const read = (name: string): object =>
  JSON.parse(readFileSync(new URL(`../../generated/${name}`, import.meta.url), 'utf8')) as object;
const reference = readReference(read('openapi.json'), read('problems.json'));
const index = searchIndex(reference, readGuides());
const made = indexOf(index);

const found = (query: string): string[] => find(made, query).map(({ entry }) => entry.path);
const shown = (query: string) => find(made, query).map((result) => shownOf(result, index.lines));
const textOf = (parts: Marked): string => parts.map(({ text }) => text).join('');
const markedIn = (parts: Marked): string[] =>
  parts.filter(({ isMarked }) => isMarked).map(({ text }) => text);

describe('The search', () => {
  test.each([
    ['a member of a response', 'retry_on_voicemail', '/docs/operations/createCampaign'],
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
    ['a rule', 'x-audience', '/docs/rules#audiences'],
    ['a convention', 'traceparent', '/docs/guides/conventions#traces'],
  ])('finds %s: %s', (_, query, path) => {
    expect(found(query)).toContain(path);
  });

  test.each([
    ['voicemail', ['updateWorkflow']],
    ['retry', ['updateCampaign', 'createCampaign', 'guides/errors']],
    ['rate limit', ['guides/errors']],
    ['idempotency', ['guides/errors']],
    ['429', ['problems/too_many_requests']],
    ['webhook signature', ['guides/webhooks']],
    ['cancel', ['cancelCampaign', 'cancelScheduledCall']],
    ['opt out', ['addDoNotCallNumbers', 'submitRunResult']],
    ['consent', ['createConsent', 'markRunConsent']],
    ['call someone', ['initiateCall']],
    ['hang up', ['hangUpRun']],
    ['api key', ['createApiKey', 'listApiKeys']],
    ['E.164', ['guides/contacts']],
    ['timezone', ['updateCallingHours']],
    ['recording', ['guides/recordings']],
    ['transcript', ['getRun', 'submitRunResult']],
    ['erase', ['createErasure', 'guides/privacy']],
    ['test without a phone', ['guides/simulated-calls']],
    ['transfer to a human', ['createRunTransfer', 'guides/transfers']],
    ['dtmf', ['sendRunKeys']],
  ])('has among the first five for "%s": %j', (query, names) => {
    const first = found(query)
      .slice(0, 5)
      .map((path) => path.replace(/^\/(?:docs\/(?:operations\/)?)?/, '').replace(/#.*/, ''));

    expect(first).toEqual(expect.arrayContaining(names));
  });

  test.each([
    ['initiateCall', '/docs/operations/initiateCall'],
    ['/api/v1/telephony/initiate-call', '/docs/operations/initiateCall'],
    ['POST /api/v1/telephony/initiate-call', '/docs/operations/initiateCall'],
    ['limit_reached', '/problems/limit_reached'],
    ['call_ended', '/docs/events/call_ended'],
    ['List campaigns', '/docs/operations/listCampaigns'],
  ])('has first what is called exactly so: %s', (query, path) => {
    expect(found(query)[0]).toBe(path);
  });

  test('has deprecated operations last', () => {
    const isOld = find(made, 'voicemail').map(({ entry }) => entry.isDeprecated === true);

    expect(isOld).toContain(true);
    expect(isOld).toEqual(isOld.toSorted((a, b) => Number(a) - Number(b)));
  });

  test.each(['voicemail', 'retry', '429', 'webhook signature', 'retries', 'timezone', 'campain'])(
    'says of each result why it is one: %s',
    (query) => {
      const without = shown(query)
        .filter(({ title, beside, name, text }) =>
          [title, beside, name, text].every((part) => markedIn(part).length === 0),
        )
        .map(({ path }) => path);

      expect(without).toEqual([]);
    },
  );

  test('shows the member that was found, what it means, and no more than a line', () => {
    const of = (query: string, path: string) =>
      shown(query).find((each) => each.path === `/docs/operations/${path}`);
    const { name = [], text = [] } = of('opt_out', 'submitRunResult') ?? {};

    expect([textOf(name), markedIn(name)]).toEqual(['opt_out', ['opt_out']]);
    expect(textOf(text)).toMatch(/^Whether the person asked not to be called again/);
    for (const { text: snippet } of shown('call')) expect(textOf(snippet).length).toBeLessThan(170);
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

  test.each([
    ['retries', 'retry'],
    ['retried', 'retry'],
    ['recorded', 'recording'],
    ['erasing', 'erase'],
    ['transcripts', 'transcript'],
  ])('takes %s and %s for one word', (typed, other) => {
    expect(new Set(found(typed))).toEqual(new Set(found(other)));
  });

  test.each(['xqzzy', '', '   ', '!?'])('finds nothing for what is no word: "%s"', (query) => {
    expect(found(query)).toEqual([]);
  });

  test('names operations and guides that exist for the words that people use', () => {
    const named = index.entries.filter((entry) => entry.asked !== undefined);

    expect(named.length).toBe(Object.keys(asked).length);
  });
});
