import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';

const here = new URL('../../', import.meta.url);

/** What `scripts/bundle.ts` makes of the sources: a folder for each state of them, and `current.json`. */
export const bundlesIn = (root: URL): URL => new URL('generated/server/', root);

export interface Bundle {
  /** The folder of its modules, of which `run.mjs` is the first. */
  readonly folder: string;
  /** The files that it was made of, relative to the root; of a package its `package.json` stands for all. */
  readonly files: readonly string[];
  readonly hash: string;
}

/** A hash of files: another one if a byte of them differs. */
export function hashOf(files: readonly string[], read: (file: string) => string | Buffer): string {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${file}\0`).update(read(file));
  return hash.digest('hex');
}

/** The bundle that was made last; undefined if there is none, or a file that it was made of has changed since. */
export function currentBundle(root = here): Bundle | undefined {
  try {
    const file = new URL('current.json', bundlesIn(root));
    const bundle = JSON.parse(readFileSync(file, 'utf8')) as Bundle;
    const hash = hashOf(bundle.files, (name) => readFileSync(new URL(name, root)));
    return hash === bundle.hash && existsSync(entryOf(bundle, root)) ? bundle : undefined;
  } catch {
    return undefined;
  }
}

export const entryOf = ({ folder }: Bundle, root = here): URL =>
  new URL(`${folder}/run.mjs`, bundlesIn(root));

const place = /(file:[^\s()]+\/generated\/server\/[^\s()]+\.mjs):(\d+):(\d+)/g;

/** Frames of a stack with places in the sources instead of those in a bundle. */
export const withSourcePlaces = (frames: string): string =>
  frames.replaceAll(place, (all, url: string, line: string, column: string) => {
    const origin = mapOf(url)?.findOrigin(Number(line), Number(column));
    if (!origin || !('fileName' in origin)) return all;
    return `${new URL(origin.fileName, url).href}:${origin.lineNumber}:${origin.columnNumber}`;
  });

const maps = new Map<string, SourceMap | undefined>();

/** Read for the first stack that is logged: that takes memory, and longer than a start should. */
function mapOf(url: string): SourceMap | undefined {
  if (!maps.has(url)) maps.set(url, readMap(url));
  return maps.get(url);
}

function readMap(url: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(new URL(`${url}.map`), 'utf8')));
  } catch {
    return undefined;
  }
}
