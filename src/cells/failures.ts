import { conflict } from '../errors.ts';

export const oneCell = () =>
  conflict('one_cell', 'The service has one cell, which can be neither closed nor chosen.');
