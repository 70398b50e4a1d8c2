import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

// Runs the programs named, or all, one after the other on one PostgreSQL.
// node scripts/bench/run.ts [--rounds 5] [--seconds 4] [NAME...]

const programs: Record<string, string> = {
  'get-campaign': 'S1 getCampaign against Fastify and the floor',
  'operation-count': 'S2 getCampaign with 11 and with 500 operations',
  'mark-consent': 'S3 markRunConsent against Fastify',
  'list-profiles': 'S4 1,000 voice profiles against the floor',
  start: 'S5 start to the first answer',
  engine: 'S6 the calling engine',
  'webhook-deliveries': 'S8 webhook deliveries against undici alone',
  'idle-organizations': 'Organizations whose slots are all taken, in transactions a second',
  'pinned-claims': 'Claims and reports beside a transaction that was left open',
  months: 'Deliveries in one month and in many',
  'campaign-sources': 'The upload of 1,000,000 contacts against psql',
};

const { positionals, tokens } = parseArgs({
  allowPositionals: true,
  tokens: true,
  options: { rounds: { type: 'string' }, seconds: { type: 'string' } },
});
const options = tokens.flatMap((token) =>
  token.kind === 'option' ? [`${token.rawName}=${token.value}`] : [],
);
const unknown = positionals.filter((name) => !(name in programs));
if (unknown.length > 0) {
  console.error(
    `There is no ${unknown.join(', ')} here, only ${Object.keys(programs).join(', ')}.`,
  );
  process.exit(2);
}

const node = (file: URL, args: string[]): number =>
  spawnSync(process.execPath, [file.pathname, ...args], { stdio: 'inherit' }).status ?? 1;

if (process.env['TEST_DATABASE_URL']) {
  for (const name of positionals.length > 0 ? positionals : Object.keys(programs)) {
    console.log(`\n${programs[name]}`);
    const status = node(new URL(`${name}.ts`, import.meta.url), options);
    if (status !== 0) process.exitCode = status;
  }
} else {
  const self = new URL(import.meta.url).pathname;
  process.exitCode = node(new URL('../with-postgres.ts', import.meta.url), [
    process.execPath,
    self,
    ...process.argv.slice(2),
  ]);
}
