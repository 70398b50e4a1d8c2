/** Checks what is installed with the registry, which signs packages and knows their faults: `make audit`. */
import { spawnSync } from 'node:child_process';

const checks = [
  ['signatures of what is installed', ['audit', 'signatures']],
  ['known vulnerabilities of what users get', ['audit', '--omit=dev']],
] as const;
const unreachable =
  /E(CONN\w+|NOTFOUND|TIMEDOUT|AI_AGAIN|SOCKETTIMEOUT|NOAUDIT)|\bE?(404|5\d\d)\b|endpoint|network/i;

for (const [what, args] of checks) {
  console.log(`== ${what}`);
  const bounds = ['--fetch-retries=0', '--fetch-timeout=20000'];
  const { status, stdout, stderr } = spawnSync('npm', [...args, ...bounds], { encoding: 'utf8' });
  if (status === 0) {
    console.log(stdout.trim());
    continue;
  }
  process.exitCode = 1;
  const cause = stderr.split('\n').find((line) => unreachable.test(line));
  console.log(
    cause === undefined
      ? `${stdout}${stderr}`.trim()
      : `NOT CHECKED: the registry does not answer (${cause.replace(/^npm \w+ /, '').trim()}).`,
  );
}
