import type { Fault } from '../errors.ts';

const decimals = 6;

/** A fault for each price with more decimals than are stored: a price is never rounded. */
export const tooFine = (prices: Readonly<Record<string, number>>): Fault[] =>
  Object.entries(prices)
    .filter(([, price]) => Number(price.toFixed(decimals)) !== price)
    .map(([name, price]) => ({
      loc: ['body', name],
      msg: `Must have at most ${decimals} decimal places.`,
      type: 'value_error',
      input: price,
      ctx: { decimal_places: decimals },
    }));
