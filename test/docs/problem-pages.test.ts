import { describe, expect, test } from 'vitest';
import { loadContract } from '../../src/http/operations.ts';
import { sharedServer } from '../support/server.ts';

const { document } = loadContract();
const codes =
  (document.components['schemas'] as Record<string, { enum: string[] }>)['ProblemCode']?.enum ?? [];

async function get(path: string) {
  const { url } = await sharedServer();
  const answer = await fetch(url + path);
  return { answer, text: await answer.text() };
}

describe('The problem pages', () => {
  test.each(codes)('explain %s and what to do', async (code) => {
    const { answer, text } = await get(`/problems/${code}`);

    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toContain('text/html');
    expect(text).toContain(`<code>${code}</code>`);
    for (const heading of ['What happened', 'What to do']) {
      expect(text).toMatch(new RegExp(`<h2 id=[^>]*>${heading} .*</h2>\n<p>[^<]+`));
    }
  });

  test("are at the URL in a problem's type", async () => {
    const { send } = await sharedServer();
    const refused = await send('GET', '/api/v1/workflow');

    const { answer } = await get(String(refused.body.type));

    expect(answer.status).toBe(200);
  });

  test('are all listed', async () => {
    const { text } = await get('/problems');

    const listed = [...text.matchAll(/<li><a href="\/problems\/(\w+)"/g)].map(([, code]) => code);
    expect(listed).toHaveLength(codes.length);
    expect(new Set(listed)).toEqual(new Set(codes));
  });

  test('list the operations that answer with the code', async () => {
    const { text } = await get('/problems/target_ambiguous');
    const section = text.split('Operations that respond with it')[1] ?? '';

    expect(section).toContain('href="/docs/operations/createApprovalPolicy"');
    expect(section).not.toContain('href="/docs/operations/logIn"');
  });

  test('answer 404 for an unknown code', async () => {
    const { answer } = await get('/problems/%3Cscript%3E');

    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      404,
      expect.stringContaining('application/problem+json'),
    ]);
  });
});
