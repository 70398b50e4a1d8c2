import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Retired words, with what to use instead. */
const retired: readonly (readonly [RegExp, string])[] = [
  [/\bdeeds?\b/i, 'transition'],
  [/\bmoments?(Of|In)?\b/i, 'timestamp or time'],
  [/\b(is|are|was|were|being|been) asked\b|\b(toBe|not)Asked\b|\bCallToAsk\b/, 'placed'],
  [/\b(is|are|was|were|be|been) told\b|\btells? of\b|\btold of\b|\b(mark|un)told\b/i, 'reported'],
  [/\bunder ?way\b/i, 'in progress'],
  [/\b(is|are) through\b/, 'finished'],
  [/\b(came|became|becomes|comes) of\b/, 'result'],
  [/\bhand(s|ed)? in\b|\bhandIn\b/, 'submit'],
  [/\bletters?: |\bLetter\b/, 'request'],
  [/wish(es|ed)?\b/i, 'options, overrides or requested'],
  [/\bhandful\b/, 'batchSize'],
  [/\b(const|let) (most|longest|largest)[A-Z]?\w*/, 'max…'],
  [/\bjudged?\b|\bmended\b/, 'updateHealth, fixed'],
  [/(?<!-)\bany more\b/, 'no longer'],
  [/\bThere is an? [^.]* already\b/, '… already exists'],
  [/\bnot known here\b/, 'Unknown field or Unknown parameter'],
];

/** Occurrences that stay, each with its reason. This list only shrinks. */
const exceptions: readonly (readonly [file: string, text: string, reason: string])[] = [
  ['src/demo/voice-library.ts', 'without being asked', 'describes a person, not a call'],
];

const files = globSync('{src,test,scripts,openapi/rules}/**/*.ts').filter(
  (file) => !/node_modules|words\.test/.test(file),
);

test('The code uses no retired word', () => {
  const found = files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line, index) =>
        retired
          .filter(([word]) => word.test(line))
          .filter(() => !exceptions.some(([path, text]) => path === file && line.includes(text)))
          .map(([word, instead]) => {
            const text = word.exec(line)?.[0] ?? '';
            return `${file}:${index + 1} "${text}": use ${instead}`;
          }),
      ),
  );
  expect(found).toEqual([]);
});

test('Every exception is still needed', () => {
  const unused = exceptions.filter(([file, text]) => !readFileSync(file, 'utf8').includes(text));
  expect(unused).toEqual([]);
});
