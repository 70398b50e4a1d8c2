import { readFileSync } from 'node:fs';

// Where the time of CPU profiles went, by package and folder, and in which functions.
// BENCH_PROFILES=DIRECTORY node scripts/with-postgres.ts node scripts/bench/PROGRAM.ts; node scripts/bench/profile.ts FILE...

interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: {
      readonly functionName: string;
      readonly url: string;
      readonly lineNumber: number;
    };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

const shown = 14;
const idle = ['(idle)', '(root)'];

function groupOf(name: string, url: string): string {
  if (name.startsWith('(')) return name;
  const library = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1];
  if (library !== undefined) return library;
  const ours = /\/(src|generated|scripts|test)\/(?:([a-z-]+)\/)?/.exec(url);
  if (ours) return [ours[1], ours[2]].filter(Boolean).join('/');
  return url === '' ? 'V8' : (/^node:(?:internal\/)?[a-z_]+/.exec(url)?.[0] ?? url);
}

function show(file: string): void {
  const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(file, 'utf8')) as Profile;
  const frames = new Map(nodes.map(({ id, callFrame }) => [id, callFrame]));
  const [groups, functions] = [new Map<string, number>(), new Map<string, number>()];
  let busy = 0;
  samples.forEach((id, index) => {
    const { functionName, url, lineNumber } = frames.get(id)!;
    if (idle.includes(functionName)) return;
    const us = timeDeltas[index] ?? 0;
    busy += us;
    const group = groupOf(functionName, url);
    const name = `${functionName || 'anonymous'} ${group} ${url.split('/').at(-1)}:${lineNumber + 1}`;
    groups.set(group, (groups.get(group) ?? 0) + us);
    functions.set(name, (functions.get(name) ?? 0) + us);
  });
  console.log(`${file}: busy for ${(busy / 1e6).toFixed(2)} s`);
  for (const counted of [groups, functions])
    for (const [name, us] of [...counted].toSorted(([, a], [, b]) => b - a).slice(0, shown))
      console.log(`${((us / busy) * 100).toFixed(1).padStart(6)} %  ${name}`);
}

for (const file of process.argv.slice(2)) show(file);
