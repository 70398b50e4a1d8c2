import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

const root = new URL('../../', import.meta.url);
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8');
const changelog = read('CHANGELOG.md');
const sections = changelog.split(/^## /m).slice(1);
const entries = readdirSync(new URL('openapi/released', root))
  .filter((name) => /^(next|\d.*)\.md$/.test(name))
  .map((name) => ({ name, lines: read(`openapi/released/${name}`).split('\n') }));
const headingOf = (text: string): string => text.split('\n')[0] ?? '';

describe('CHANGELOG.md', () => {
  test('has lines that people read: at most 300 characters', () => {
    const long = changelog.split('\n').filter((line) => line.length > 300);

    // An entry of a change of the contract goes into openapi/released/next.md.
    expect(long).toEqual([]);
  });

  test('has at most 150 lines a release', () => {
    const long = sections.filter((section) => section.split('\n').length > 150);

    expect(long.map(headingOf)).toEqual([]);
  });

  test('has a section for each file of entries, with its date, and no other', () => {
    const dated = entries.map(({ lines }) => (lines[0] ?? '').replace(/^# /, ''));

    expect(sections.map(headingOf).toSorted()).toEqual(dated.toSorted());
  });

  test('says nothing twice', () => {
    const said = changelog.split('\n').filter((line) => /^(- |\| `)/.test(line));

    expect(said.filter((line, at) => said.indexOf(line) !== at)).toEqual([]);
  });
});

describe.each(entries)('openapi/released/$name', ({ lines }) => {
  test('has an entry a line, below a heading with the version and the date', () => {
    expect(lines[0]).toMatch(/^# \d+\.\d+\.\d+ \((\d{4}-\d\d-\d\d|not released)\)$/);

    const others = lines.slice(1).filter((line) => !line.startsWith('- ') && line !== '');
    expect(
      others.filter((line) => !/^## (Contract|Breaking|Behavior|Server|Fixed)$/.test(line)),
    ).toEqual([]);
  });

  test('says nothing twice, no sentence of some length either', () => {
    const sentences = lines.flatMap((line) => line.split(/(?<=\.) /)).filter((s) => s.length > 60);

    expect(sentences.filter((each, at) => sentences.indexOf(each) !== at)).toEqual([]);
    const headings = lines.filter((line) => line.startsWith('#'));
    expect(headings).toEqual([...new Set(headings)]);
  });
});
