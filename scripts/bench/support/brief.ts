/** With BENCH_BRIEF=1 a program only shows that it works: a round of a second, and little of everything. */
export const isBrief = process.env['BENCH_BRIEF'] === '1';

/** What a measurement takes, or else what shows that the program works. */
export const usually = (measured: number, brief: number): number => (isBrief ? brief : measured);
