import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { operationText } from '../../scripts/reference/operation-text.ts';
import { readReference } from '../../scripts/reference/reference.ts';
import contract from '../../generated/openapi.json' with { type: 'json' };
import { problems } from '../../openapi/rules/problems.ts';
import { loadContract } from '../../src/http/operations.ts';
import { sharedServer } from '../support/server.ts';

const reference = readReference(contract, problems);
const guides = readdirSync(new URL('../../openapi/guides/', import.meta.url)).toSorted();
const { operations } = loadContract();
const pageOf = (id: string): string => {
  const operation = reference.operations.get(id);
  return operation ? operationText(operation, reference) : '';
};

async function get(path: string, headers: Record<string, string> = {}) {
  const { url } = await sharedServer();
  const answer = await fetch(url + path, { headers });
  return { answer, text: await answer.text() };
}

/** Everything matched by the first group of the pattern. */
const all = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, found = '']) => found);

describe('The page of an operation in Markdown', () => {
  test.each(operations.map(({ id }) => id))('shows all of %s', (id) => {
    const operation = operations.find((each) => each.id === id);
    const text = pageOf(id);

    expect(text).toContain(`\`${operation?.method} ${operation?.path}\``);
    for (const { name } of operation?.parameters ?? []) expect(text).toContain(`- \`${name}\``);
    for (const type of operation?.body?.types ?? []) expect(text).toContain(`## Body: ${type}`);
    expect(text).toContain(`## Response: ${operation?.status}`);
    if (operation?.scope) expect(text).toContain(`the scope \`${operation.scope}\``);
    if (operation?.superAdmin) expect(text).toContain('super admin');
    expect(text).not.toMatch(/undefined|\[object Object\]/);
  });

  test.each(operations.map(({ id }) => id))('explains each schema of %s once', (id) => {
    const text = pageOf(id);
    const headings = all(text, /^### (\w+)$/gm).map((name) => name.toLowerCase());

    expect(new Set(headings).size).toBe(headings.length);
    expect(headings).toEqual(expect.arrayContaining(all(text, /\]\(#(\w+)\)/g)));
  });

  test('shows types, bounds and defaults', () => {
    expect(pageOf('createCampaign')).toContain(
      '- `max_retries` *(integer, 0 to 10, default `2`, may be omitted)*: ',
    );
  });

  test('keeps a table in a description whole', () => {
    expect(pageOf('getCampaign')).toMatch(/\n {2}\| state \| meaning \|\n {2}\|---\|---\|\n/);
  });
});

describe('The page of an event in Markdown', () => {
  test.each([...reference.events.keys()])('shows all of %s', async (name) => {
    const { answer, text } = await get(`/docs/events/${name}.md`);

    expect(answer.status).toBe(200);
    for (const part of [
      `\`${name}\``,
      '`webhook-signature`',
      '```json',
      name === 'run_turn' ? '"event": "run_turn"' : `"type": "${name}"`,
      '## Responses\n\n- **2',
    ])
      expect(text).toContain(part);
    expect(text).not.toMatch(/undefined|\[object Object\]/);
  });
});

describe('/llms.txt', () => {
  test('lists every operation, guide and event', async () => {
    const { answer, text } = await get('/llms.txt');

    expect(answer.headers.get('content-type')).toContain('text/markdown');
    expect(text).toMatch(/^# .+\n\n> .+\n/);
    expect(new Set(all(text, /\/docs\/operations\/(\w+)\.md/g))).toEqual(
      new Set(operations.map(({ id }) => id)),
    );
    expect(new Set(all(text, /\/guides\/([\w-]+\.md)/g))).toEqual(new Set(guides));
    expect(new Set(all(text, /\/docs\/events\/(\w+)\.md/g))).toEqual(
      new Set(reference.events.keys()),
    );
  });

  test('links only to what is there', async () => {
    const { text } = await get('/llms.txt');

    for (const path of new Set(all(text, /\]\(http:\/\/127\.0\.0\.1:\d+(\/[^)]+)\)/g)))
      expect([path, (await get(path)).answer.status]).toEqual([path, 200]);
    expect(text).not.toContain('](/');
  });

  test('answers 304 to its ETag', async () => {
    for (const path of ['/llms.txt', '/docs/operations/getCampaign.md']) {
      const etag = (await get(path)).answer.headers.get('etag') ?? '';

      const { answer, text } = await get(path, { 'If-None-Match': etag });

      expect([answer.status, text]).toEqual([304, '']);
    }
  });

  test.each([
    '/docs/operations/getNothing.md',
    '/docs/events/nothing.md',
    '/guides/..%2FREADME.md',
    '/guides/nothing.md',
  ])('has no %s', async (path) => {
    const { answer } = await get(path);

    expect(answer.status).toBe(404);
    expect(answer.headers.get('content-type')).toContain('application/problem+json');
  });
});
