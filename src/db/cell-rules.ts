/** How many ids a cell can give. Those of the last cell are still safe integers. */
export const idsPerCell = 2 ** 44;
export const lastCell = 510;

/** The cell that gave an id. */
export const cellOf = (id: number): number => Math.floor(id / idsPerCell);

/** A random text with the number of the cell that made it in front; those of cell 0 are as they are. */
export const numbered = (cell: number, text: string): string =>
  cell === 0 ? text : `${cell}_${text}`;

const organizationOfRun = /^vap_(?:run|code)_([1-9][0-9]{0,15})_/;
/** 43 characters are random, so a number in front is none of them. */
const numberInFront = /^(?:vap_)?([1-9][0-9]{0,2})_[A-Za-z0-9_-]{43}$/;

/** The organization that a run's token or code names; undefined for other credentials. */
export function organizationOfRunToken(text: string): number | undefined {
  const organization = organizationOfRun.exec(text)?.[1];
  return organization === undefined ? undefined : Number(organization);
}

/** The cell that made a credential, or a token of an email. */
export function cellOfCredential(text: string): number {
  const organization = organizationOfRunToken(text);
  return organization === undefined
    ? Number(numberInFront.exec(text)?.[1] ?? 0)
    : cellOf(organization);
}
