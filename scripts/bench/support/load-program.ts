import autocannon from 'autocannon';

/** Sends requests as its argument says and prints how often they were answered. */
const options = JSON.parse(process.argv[2] ?? '{}') as autocannon.Options;
const result = await autocannon(options);
console.log(
  JSON.stringify({
    total: result['2xx'] + result.non2xx,
    failed: result.non2xx + result.errors,
    seconds: result.duration,
  }),
);
