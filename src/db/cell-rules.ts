/** How many ids a cell can give. Those of the last cell are still safe integers. */
export const idsPerCell = 2 ** 44;
export const lastCell = 510;

/** The cell that gave an id. */
export const cellOf = (id: number): number => Math.floor(id / idsPerCell);
