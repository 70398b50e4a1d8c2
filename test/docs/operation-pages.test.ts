import { describe, expect, test } from 'vitest';
import { htmlOf } from '../../scripts/reference/html.ts';
import { operationText } from '../../scripts/reference/operation-text.ts';
import { pagesOf } from '../../scripts/reference/pages.ts';
import { patternWords } from '../../scripts/reference/patterns.ts';
import { type Operation, readReference } from '../../scripts/reference/reference.ts';
import { operationSide } from '../../scripts/reference/side.ts';
import { tryView } from '../../scripts/reference/try-view.ts';
import contract from '../../generated/openapi.json' with { type: 'json' };
import { problems } from '../../openapi/rules/problems.ts';

const reference = readReference(contract, problems);
const operations = [...reference.operations.values()];
const of = (id: string): Operation => reference.operations.get(id)!;
const problemsOf = (id: string): string =>
  /\n## Problems\n([^]*?)(?:\n## |$)/.exec(operationText(of(id), reference))?.[1] ?? '';
const htmlFor = (id: string): string =>
  htmlOf(operationText(of(id), reference), {
    operations: reference.operations,
    path: `/docs/operations/${id}`,
    hasSide: true,
  });

describe('The page of an operation', () => {
  test('names each of its problem codes as a link, and no code twice', () => {
    for (const { id, failures } of operations) {
      const linked = [...problemsOf(id).matchAll(/\]\(\/problems\/(\w+)\.md\)/g)].map(
        ([, code]) => code,
      );
      const codes = failures.flatMap((failure) => failure.codes);

      expect([id, new Set(linked)]).toEqual([id, new Set(codes)]);
      for (const code of new Set(codes))
        expect([id, code, linked.filter((each) => each === code).length]).toEqual([
          id,
          code,
          codes.filter((each) => each === code).length,
        ]);
    }
  });

  test('explains its own problems, and has one line for those of most operations', () => {
    const [own = '', others = ''] = problemsOf('initiateCall').trim().split('\n\n');

    expect(own).toContain(
      '- [`workflow_not_published`](/problems/workflow_not_published.md): The workflow has no published version.',
    );
    expect(own).toMatch(/\*\*403\*\*.*`approval_required`/);
    expect(own).not.toMatch(/insufficient_scope|idempotency_key_reused|\|/);
    expect(others).toMatch(/^Like most operations.*`insufficient_scope`.*`idempotency_key_reused`/);
    expect(others).not.toContain('\n');
  });

  test('has its statuses in one order: successes first, each kind ascending', () => {
    const isSorted = (statuses: readonly string[]): boolean =>
      statuses.every((status, at) => at === 0 || Number(statuses[at - 1]) <= Number(status));
    for (const operation of operations) {
      const text = operationText(operation, reference);
      const all = (source: string, pattern: RegExp): string[] =>
        [...source.matchAll(pattern)].map(([, status = '']) => status);
      const others = problemsOf(operation.id).trim().split('\n\n').at(-1) ?? '';
      for (const statuses of [
        all(text, /^## Response: (\d+)$/gm),
        all(problemsOf(operation.id), /^- \*\*(\d+)\*\*/gm),
        all(others, /\*\*(\d+)\*\*/g),
        all(operationSide(operation, reference), /<summary><b>(\d+)</g),
      ])
        expect([operation.id, statuses, isSorted(statuses)]).toEqual([
          operation.id,
          statuses,
          true,
        ]);
    }
  });

  test('has on the page of all codes those of one status together', () => {
    const { text = '' } = pagesOf(reference, [], []).find(({ path }) => path === '/problems') ?? {};
    const statuses = [...text.matchAll(/\.md\) \((\d+)\): /g)].map(([, status]) => Number(status));

    expect(statuses.length).toBe(reference.problems.size);
    expect(statuses).toEqual(statuses.toSorted((a, b) => a - b));
  });

  test('reads responses in the order of their statuses, whatever order the contract has', () => {
    const responses = { 503: {}, '04': {}, 200: {} };
    const paths = { '/x': { get: { operationId: 'x', tags: ['t'], responses } } };
    const read = readReference(
      { info: {}, tags: [], 'x-tagGroups': [], webhooks: {}, components: {}, paths },
      {},
    );

    expect(read.operations.get('x')?.successes.map(({ status }) => status)).toEqual(['04', '200']);
  });

  test.each([
    ['an object', 'initiateCall', 'response202.from_number'],
    ['the items of a list', 'listCampaigns', 'response200.items.total_rows'],
  ])('shows the members of %s that is the response without a click: %s', (_, id, member) => {
    const [before = '', after] = htmlFor(id).split(`<li id="${member}">`);
    const around: string[] = [];
    for (const [tag] of before.matchAll(/<details[^>]*>|<\/details>/g))
      if (tag === '</details>') around.pop();
      else around.push(tag);

    expect(after).toBeDefined();
    expect(around.filter((tag) => !tag.includes(' open'))).toEqual([]);
  });

  test('says in words what the patterns of the contract allow', () => {
    const missing: string[] = [];
    const look = (value: unknown): void => {
      if (typeof value !== 'object' || value === null) return;
      const { pattern, type } = value as { pattern?: unknown; type?: unknown };
      if (typeof pattern === 'string' && type !== undefined && !patternWords.has(pattern))
        missing.push(pattern);
      Object.entries(value).forEach(([name, part]) => /^examples?$/.test(name) || look(part));
    };
    look(contract);

    expect(missing).toEqual([]);
    expect(operationText(of('initiateCall'), reference)).toContain(
      '1 to 255 characters, printable ASCII without spaces',
    );
    for (const operation of operations)
      expect(operationText(operation, reference)).not.toMatch(/matches `|\[A-Za|\[!-~\]/);
  });

  test('offers a file for what is usually one, and not in place of JSON', () => {
    const fields = (id: string): string[] =>
      tryView(of(id), reference).match(/<input type="file"/g) ?? [];

    expect(fields('createWorkflow')).toEqual([]);
    expect(fields('createCampaignSource').length).toBeGreaterThan(0);
    for (const operation of operations) {
      const types = (operation.body?.media ?? []).map(({ type }) => type);
      if (types.every((type) => type === 'application/json'))
        expect(fields(operation.id)).toEqual([]);
    }
  });

  test('calls a response a response', () => {
    for (const operation of operations) {
      const headings = operationText(operation, reference)
        .match(/^## .*/gm)
        ?.join('\n');
      expect(headings).not.toMatch(/answer/i);
    }
  });
});
