import autocannon from 'autocannon';

/** Sends requests according to its argument and prints how many were answered. */
const options = JSON.parse(process.argv[2] ?? '{}') as autocannon.Options;
const result = await autocannon(options);
console.log(
  JSON.stringify({
    total: result['2xx'] + result.non2xx,
    failed: result.non2xx + result.errors,
    seconds: result.duration,
  }),
);
