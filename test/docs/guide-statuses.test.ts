import { describe, expect, test } from 'vitest';
import { problems } from '../../openapi/rules/problems.ts';
import { readGuides } from '../../scripts/reference/guides.ts';
import { loadContract, operationObjects, resolve } from '../../src/http/operations.ts';

interface Declared {
  readonly 'x-problem-codes'?: readonly string[];
}
interface OperationObject {
  readonly operationId: string;
  readonly responses: Readonly<Record<string, Declared>>;
}

const { document } = loadContract();
/** The statuses of each operation with their problem codes. */
const answers = new Map(
  operationObjects<OperationObject>(document).map(({ object }) => [
    object.operationId,
    new Map(
      Object.entries(object.responses).map(([status, response]) => [
        Number(status),
        response['x-problem-codes'] ??
          resolve<Declared>(document, response)['x-problem-codes'] ??
          [],
      ]),
    ),
  ]),
);
const statuses = new Set([...answers.values()].flatMap((each) => [...each.keys()]));
const { enum: faultTypes } = document.components['schemas']!['ValidationFaultType'] as {
  readonly enum: readonly string[];
};

/** Those of the tools for agents and of the pages, which no operation has. */
const ofOthers = [405, 410];
/** What the tools for agents answer in place of a problem. */
const ofTools = ['invalid_request'];

/** Sentences and rows of tables, without code that is run. */
const sentencesOf = (text: string): string[] =>
  text
    .replaceAll(/^```[^]*?^```$/gm, '')
    .split(/(?<=[.:;])\s+|\n\n|\|\n|\n- /)
    .map((each) => each.replaceAll('\n', ' ').trim());

interface Said {
  readonly status: number;
  readonly code: string | undefined;
}

/** The statuses that a sentence says that something answers, each with the code beside it. */
function saidIn(sentence: string): Said[] {
  const beside = [...sentence.matchAll(/\b([2-5]\d\d) (?:`|\[`?)([a-z][a-z_]+)/g)].map(
    ([, status, code]) => ({ status: Number(status), code }),
  );
  const alone = [
    ...sentence.matchAll(
      /(?:\b(?:is|are|get|gets|answers?|after|and|with|in a|everything else is) (?=[2-5])|\| (?=[45]))(\d{3})(?=[.,:;]| (?:means|that|with|and|in|or|then|until|\|)|$)/g,
    ),
  ].map(([, status]) => ({ status: Number(status), code: undefined }));
  return [...beside, ...alone];
}

const operationsIn = (sentence: string): string[] => [
  ...new Set(
    [...sentence.matchAll(/\b[a-z]+(?:[A-Z][a-z]*)+\b/g)]
      .map(([id]) => id)
      .filter((id) => answers.has(id)),
  ),
];

/** What a sentence says that the contract does not. */
function faultsIn(sentence: string): string[] {
  const named = operationsIn(sentence);
  return saidIn(sentence).flatMap(({ status, code }) => {
    if (code === undefined) {
      const isKnown = statuses.has(status) || ofOthers.includes(status);
      return isKnown ? [] : [`No operation answers ${status}.`];
    }
    if (status === 422)
      return faultTypes.includes(code) || ofTools.includes(code) ? [] : [`422 has no ${code}.`];
    const problem = problems[code];
    if (!problem) return [`There is no code ${code}.`];
    if (problem.status !== status) return [`${code} is ${problem.status}, not ${status}.`];
    const isDeclared = named.some((id) => answers.get(id)?.get(status)?.includes(code));
    return named.length === 0 || isDeclared
      ? []
      : [`${named.join()} does not answer ${status} ${code}.`];
  });
}

describe('Guides', () => {
  const said = readGuides().map(({ name, text }) => ({ name, sentences: sentencesOf(text) }));

  test('name statuses and problem codes as the contract has them', () => {
    const faults = said.flatMap(({ name, sentences }) =>
      sentences.flatMap((each) => faultsIn(each).map((fault) => `${name}: ${fault} ${each}`)),
    );

    expect(faults).toEqual([]);
    expect(said.flatMap(({ sentences }) => sentences.flatMap(saidIn)).length).toBeGreaterThan(30);
  });

  test('link to problems that there are', () => {
    const links = readGuides().flatMap(({ text }) =>
      [...text.matchAll(/\/problems\/(\w+)/g)].map(([, code = '']) => code),
    );

    expect(links.length).toBeGreaterThan(3);
    expect(links.filter((code) => !problems[code])).toEqual([]);
  });

  test('name with one operation no problem code that it never answers', () => {
    const wrong = said.flatMap(({ name, sentences }) =>
      sentences.flatMap((sentence) => {
        const [id, ...more] = operationsIn(sentence);
        if (id === undefined || more.length > 0) return [];
        const codes = [...sentence.matchAll(/`([a-z]+(?:_[a-z]+)+)`/g)].map(
          ([, code = '']) => code,
        );
        const declared = new Set([...(answers.get(id)?.values() ?? [])].flat());
        return codes
          .filter((code) => problems[code] && !declared.has(code))
          .map((code) => `${name}: ${id} ${code}`);
      }),
    );

    expect(wrong).toEqual([]);
  });
});

test.each([
  [
    '`initiateCall` is refused with 409 `concurrent_call_limit_reached`, and calls wait.',
    '429, not 409',
  ],
  ['The answer is 404 `not_there`.', 'no code not_there'],
  ['`listRuns` answers 409 `limit_reached`.', 'listRuns does not answer'],
  ['One more is 418.', 'No operation answers 418'],
  ['The body is 422 `too_late`.', '422 has no too_late'],
  ['`initiateCall` answers 429 `concurrent_call_limit_reached`, or 409.', undefined],
])('The check finds in "%s": %s', (sentence, fault) => {
  const found = faultsIn(sentence).join();

  if (fault === undefined) expect(found).toBe('');
  else expect(found).toContain(fault);
});
