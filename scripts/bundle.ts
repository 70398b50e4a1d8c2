/**
 * Bundles what `src/main.ts` runs, with the packages that it needs at the start, into `generated/server`: `node
 * scripts/bundle.ts`. `make install` runs it through `scripts/generate/made.ts`.
 */
import { hash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Plugin, rolldown } from 'rolldown';
import { type Bundle, bundlesIn, currentBundle, hashOf } from '../src/system/bundle.ts';

const here = new URL('../', import.meta.url);

/** The first two read files beside their code; the last has large tables, of which it loads few. */
const outside = ['@electric-sql/', '@node-rs/argon2', 'iconv-lite'];

/** A process loads parts of its bundle on first use, also when others have been made since. */
const kept = 5;

/** Makes the bundle if there is none of the present sources, or this file has changed. */
export async function bundleServer(root = here): Promise<void> {
  const maker = hash('sha256', readFileSync(fileURLToPath(import.meta.url))).slice(0, 8);
  if (currentBundle(root)?.folder.startsWith(maker)) return;
  const target = fileURLToPath(bundlesIn(root));
  mkdirSync(target, { recursive: true });
  const partial = mkdtempSync(join(target, '.partial-'));
  try {
    const { texts, sources } = await bundled(fileURLToPath(root), partial);
    for (const [name, text] of texts) writeFileSync(join(partial, name), text);
    const files = [...sources.keys()].toSorted();
    const sum = hashOf(files, (file) => sources.get(file)!);
    const folder = `${maker}-${sum.slice(0, 24)}`;
    // What has its name is whole. Another process may have made the same meanwhile.
    if (!existsSync(join(target, folder))) renameSync(partial, join(target, folder));
    const made: Bundle = { folder, files, hash: sum };
    writeFileSync(`${partial}.json`, JSON.stringify(made));
    renameSync(`${partial}.json`, join(target, 'current.json'));
  } finally {
    rmSync(partial, { recursive: true, force: true });
  }
  prune(target);
}

const hourMs = 3_600_000;

/** Removes older bundles, and what a process that was cut off has left; another one may be at work on what is younger. */
function prune(target: string): void {
  const found = readdirSync(target)
    .filter((name) => name !== 'current.json')
    .flatMap((name) => {
      // Another process may have taken it away.
      const stats = statSync(join(target, name), { throwIfNoEntry: false });
      return stats ? [{ name, at: stats.mtimeMs }] : [];
    })
    .toSorted((one, other) => other.at - one.at);
  const isPartial = ({ name }: { name: string }): boolean => name.startsWith('.partial-');
  const left = found.filter((each) => isPartial(each) && each.at < Date.now() - hourMs);
  const older = found.filter((each) => !isPartial(each)).slice(kept);
  for (const { name } of [...left, ...older])
    rmSync(join(target, name), { recursive: true, force: true });
}

interface Bundled {
  /** By the names of their files. */
  readonly texts: ReadonlyMap<string, string>;
  /** What the bundler has read, by paths relative to the root. */
  readonly sources: ReadonlyMap<string, string>;
}

async function bundled(root: string, dir: string): Promise<Bundled> {
  const sources = new Map<string, string>();
  const building = await rolldown({
    input: { run: join(root, 'src/process/run.ts') },
    platform: 'node',
    // Else some packages load their parts in a way that cannot be followed.
    resolve: { mainFields: ['module', 'main'] },
    plugins: [inPlace(root, sources)],
  });
  const { output } = await building.generate({
    // Places in the sources are relative to it.
    dir,
    format: 'es',
    sourcemap: true,
    entryFileNames: '[name].mjs',
    chunkFileNames: '[name]-[hash].mjs',
    comments: false,
    // Names stay for stacks, and lines for the escapes below.
    minify: { mangle: false, codegen: { removeWhitespace: false } },
  });
  await building.close();
  const texts = output.map((each): [string, string] => [
    each.fileName,
    each.type === 'chunk' ? inLatin1(each.code) : withoutSources(String(each.source)),
  ]);
  return { texts: new Map(texts), sources };
}

/** Any other letter would double what the code takes in memory. */
const inLatin1 = (code: string): string =>
  code.replaceAll(
    /[^\0-\xff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

const withoutSources = (map: string): string =>
  JSON.stringify({ ...(JSON.parse(map) as object), sourcesContent: undefined });

/** Notes what is read, and leaves what finds files beside itself, or is loaded on first use, where it is. */
const inPlace = (root: string, sources: Map<string, string>): Plugin => ({
  name: 'in-place',
  resolveId(id, _, { kind }) {
    const isPackage = /^[@a-z]/.test(id) && !id.startsWith('node:');
    const isOutside = kind === 'dynamic-import' || outside.some((name) => id.startsWith(name));
    return isPackage && isOutside ? { id, external: true } : undefined;
  },
  transform(code, id) {
    // The bundler's own.
    if (id.startsWith('\0')) return undefined;
    const file = relative(root, id);
    const [folder] = /^.*node_modules\/(@[^/]+\/)?[^/]+/.exec(file) ?? [];
    if (folder === undefined) {
      sources.set(file, code);
      const place = `new URL(${JSON.stringify(`../../../${file}`)}, import.meta.url).href`;
      return { code: code.replaceAll('import.meta.url', place), map: null };
    }
    const manifest = `${folder}/package.json`;
    if (!sources.has(manifest)) sources.set(manifest, readFileSync(join(root, manifest), 'utf8'));
    // The lines are enough.
    const mappings = `AAAA${';AACA'.repeat(code.split('\n').length - 1)}`;
    return { code, map: { mappings, sources: [id], names: [] } };
  },
});

if (import.meta.main) await bundleServer();
