import { conflict, type Failure, unavailable } from '../errors.ts';

export const oneCell = () =>
  conflict('one_cell', 'The service has one cell, which can be neither closed nor chosen.');

export const isMoving = (): Failure =>
  unavailable('The organization is being moved. Try again in a few minutes.');

/** The cell of something; throws `unavailable` for null, while its organization is being moved. */
export function settled<T extends number | undefined>(cell: T | null): T {
  if (cell === null) throw isMoving();
  return cell;
}
