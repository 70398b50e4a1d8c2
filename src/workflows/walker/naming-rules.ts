/** Words of a text beyond this are not looked at. */
const maxWords = 1000;

/** No language writes more combining marks in a row; longer rows take time by the square of their length. */
const marks = /(\p{M}{30})\p{M}+/gu;

/** A text without differences in case and in the forms of its characters. Upper case makes ß what ẞ became: ss. */
const folded = (text: string): string =>
  text
    .replace(marks, '$1')
    .normalize('NFKC')
    .toLowerCase()
    .toUpperCase()
    .toLowerCase()
    .replace(marks, '$1')
    .normalize('NFKC');

/** The words of a text, comparable: its runs of letters, marks and digits. */
export const wordsOf = (text: string): readonly string[] =>
  (folded(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).slice(0, maxWords);

/**
 * Whether the words occur among those of the text, in their order and with none between them; no words never do. Takes
 * time by the sum of both lengths, whatever they are.
 */
export function names(text: readonly string[], words: readonly string[]): boolean {
  if (words.length === 0 || words.length > text.length) return false;
  const borders = bordersOf(words);
  let matched = 0;
  for (const word of text) {
    while (matched > 0 && words[matched] !== word) matched = borders[matched - 1] ?? 0;
    if (words[matched] === word) matched += 1;
    if (matched === words.length) return true;
  }
  return false;
}

/** For each beginning of the words, how many of its last words are also its first ones. */
function bordersOf(words: readonly string[]): readonly number[] {
  const borders = [0];
  let length = 0;
  for (const word of words.slice(1)) {
    while (length > 0 && words[length] !== word) length = borders[length - 1] ?? 0;
    if (words[length] === word) length += 1;
    borders.push(length);
  }
  return borders;
}
