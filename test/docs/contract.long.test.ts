import { describe, expect, test } from 'vitest';
import { parse } from 'yaml';
import { inventable } from '../../scripts/generate/inventable.ts';
import { linkCreated } from '../../scripts/generate/links.ts';
import { openResponses } from '../../scripts/generate/open-responses.ts';
import { showOwnProblems } from '../../scripts/generate/own-problems.ts';
import { atPresent } from '../../src/http/example-times.ts';
import { loadContract } from '../../src/http/operations.ts';
import { sharedServer } from '../support/server.ts';

async function get(path: string, headers: Record<string, string> = {}) {
  const { url } = await sharedServer();
  const answer = await fetch(url + path, { headers });
  return { answer, text: await answer.text() };
}

describe.each([
  ['json', 'application/json'],
  ['yaml', 'application/yaml'],
])('The contract in %s', (format, type) => {
  const path = `/api/v1/openapi.${format}`;

  test('is the one that the server works by, with open responses', async () => {
    const { answer, text } = await get(path);

    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      200,
      expect.stringContaining(type),
    ]);
    const shown = atPresent(
      JSON.stringify(
        inventable(showOwnProblems(linkCreated(openResponses(loadContract().document)))),
      ),
    );
    expect(format === 'json' ? JSON.parse(text) : parse(text)).toEqual(JSON.parse(shown));
  });

  test('is sent again only if it has changed', async () => {
    const etag = (await get(path)).answer.headers.get('etag') ?? '';

    const same = await get(path, { 'if-none-match': `"first", W/${etag}` });
    const other = await get(path, { 'if-none-match': '"another"' });

    expect(etag).toMatch(/^"[\w-]+"$/);
    expect([same.answer.status, same.text, same.answer.headers.get('etag')]).toEqual([
      304,
      '',
      etag,
    ]);
    expect(other.answer.status).toBe(200);
  });
});
