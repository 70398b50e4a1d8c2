/**
 * Holds a server against the contract: `node scripts/conformance/run.ts URL [--json] [--har FILE] [--operation ID]`.
 * Exit code 1 if it breaks the contract, 2 if it cannot be tried.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { conform } from './conform.ts';
import { harOf } from './har.ts';
import { reportOf, tableOf } from './report.ts';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    json: { type: 'boolean', default: false },
    har: { type: 'string' },
    operation: { type: 'string', multiple: true },
  },
});
const [url = ''] = positionals;

try {
  if (!/^https?:\/\//.test(url)) throw new Error('Name the server, such as http://127.0.0.1:3000.');
  const { results, exchanges } = await conform({
    url: new URL(url).origin,
    environment: process.env,
    ...(values.operation && { only: values.operation }),
    ...(!values.json && {
      onOperation: (id) => process.stderr.isTTY && process.stderr.write(`\r\u001b[K${id}`),
    }),
  });
  if (process.stderr.isTTY) process.stderr.write('\r\u001b[K');
  const report = reportOf(results);
  if (values.har !== undefined) writeFileSync(values.har, JSON.stringify(harOf(url, exchanges)));
  console.log(values.json ? JSON.stringify(report, null, 2) : tableOf(report));
  process.exitCode = report.failed > 0 ? 1 : 0;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 2;
}
