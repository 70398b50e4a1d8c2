/** A value as a cell, empty for null; what is no text is shown as JSON. */
export function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return defused(typeof value === 'string' ? value : JSON.stringify(value));
}

/** What readers take for the end of a line, as a class of a regular expression. */
const breaks = '\\n\\r\\v\\f\\x1c-\\x1e\\x85\\u2028\\u2029';
const line = new RegExp(`(?<=^|[${breaks}])[^${breaks}]+`, 'gu');
/**
 * A sign that begins a formula, also after what a spreadsheet may drop. Includes the full-width forms of the signs, which some
 * spreadsheets read as the plain ones. After apostrophes too, so that taking one away gives the text back.
 */
const formula = /^(?:\t|(?:[\s\p{Cc}\u200b\u2060\ufeff'])*[=+\-@＝＋－＠])/u;
const breakFirst = new RegExp(`^'*[${breaks}]`, 'u');
const plainNumber = /^[+-]?[0-9]+(?:\.[0-9]+)?(?:[eE][+-]?[0-9]+)?$/;

/**
 * The cell with an apostrophe before each line that a spreadsheet would evaluate, and before a line break that it begins with; a
 * plain number is safe. The lines after the first count because some readers split quoted cells.
 */
export function defused(cell: string): string {
  if (plainNumber.test(cell)) return cell;
  const lines = cell.replace(line, (text, place: number) =>
    formula.test(text) && (place === 0 || !plainNumber.test(text)) ? `'${text}` : text,
  );
  return breakFirst.test(cell) ? `'${lines}` : lines;
}
