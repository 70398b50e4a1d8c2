/** Of how many bytes one transaction copies rows at most: with large contexts they are fewer. */
const stepBytes = 8 * 1_048_576;

interface Source {
  readonly total_rows: number;
  readonly bytes: number;
}

/** How many rows of a source one transaction copies, at least one. */
export const rowsAtOnce = ({ total_rows, bytes }: Source, most: number): number =>
  Math.max(1, Math.min(most, Math.floor((stepBytes * total_rows) / Math.max(bytes, 1))));
