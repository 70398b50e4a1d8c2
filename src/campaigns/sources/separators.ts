export type Separator = ',' | ';' | '\t';

interface Head {
  readonly separator: Separator;
  /** How many characters of a first line, which says it for spreadsheets, are no part of the rows. */
  readonly skipped: number;
}

const separators: readonly Separator[] = [',', ';', '\t'];

/** What Excel writes before the header, and reads, to say what separates cells. */
const saidLine = /^"?sep=(,|;|\t)"?(?:\r\n|\n|\r|$)/i;
const firstLine = /[^\r\n]+/;
/** Cells in quotes, whose separators are text. */
const quoted = /"(?:[^"]|"")*"/g;
const headerCell = 'phone_number';

/**
 * What separates the cells of a file, by its beginning: what a line `sep=` says, or what the header has a cell
 * `phone_number` between, or what it has most of. Undefined while no line has arrived.
 */
export function headOf(text: string): Head | undefined {
  const [said = '', separator] = saidLine.exec(text) ?? [];
  if (separator !== undefined) return { separator: separator as Separator, skipped: said.length };
  const [line] = firstLine.exec(text) ?? [];
  if (line === undefined) return undefined;
  const plain = line.replaceAll(quoted, (cell) => cell.replaceAll(/[,;\t]/g, ''));
  const found =
    separators.find((each) => cellsOf(plain, each).includes(headerCell)) ??
    separators.toSorted((one, other) => countOf(plain, other) - countOf(plain, one))[0]!;
  return { separator: found, skipped: 0 };
}

const cellsOf = (line: string, separator: Separator): string[] =>
  line.split(separator).map((cell) => cell.replaceAll('"', '').trim().toLowerCase());

const countOf = (line: string, separator: Separator): number => line.split(separator).length;
