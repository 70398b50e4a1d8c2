/** A value as a cell, empty for null; what is no text is shown as JSON. */
export function cellOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return defused(typeof value === 'string' ? value : JSON.stringify(value));
}

/** Includes the full-width forms of the signs, which some spreadsheets read as the plain ones. */
const formula = /^[=+\-@\t\r\n＝＋－＠]/;
const plainNumber = /^[+-]?[0-9]+(\.[0-9]+)?$/;

/** The cell, prefixed with an apostrophe if a spreadsheet would evaluate it; a plain number is safe. */
export const defused = (cell: string): string =>
  formula.test(cell) && !plainNumber.test(cell) ? `'${cell}` : cell;
