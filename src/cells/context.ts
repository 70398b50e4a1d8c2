import type { components } from '../../generated/api.ts';
import type { App } from '../context.ts';
import type { Directory } from './directory.ts';

/** Whether this process can work in a cell now. */
export type CellState = Pick<components['schemas']['Cell'], 'status' | 'reason'>;

/** What this area works with. */
export interface CellsApp extends App {
  readonly directory: Directory | undefined;
  /** The cells that this process is to serve, by their numbers in ascending order. */
  cellStates(): Promise<ReadonlyMap<number, CellState>>;
}
