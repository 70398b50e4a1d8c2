import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { canonicalPath } from './directories.ts';
import { listModelEntries } from './layout.ts';
import { modelIdOf, movedTarget, sentenceOf, toBytePath, toText } from './rules.ts';
import type { BytePath } from './rules.ts';
import { readTree } from './tree.ts';
import type { LinkEntry, Tree } from './tree.ts';

/** A model as a migration finds it at the source. */
export type Finding = {
  id: string;
  directory: string;
  /** What there is to move; nothing when there is an obstacle. */
  bytes: number;
  fileSizes: number[];
  /** It cannot be renamed, as links in it must be written anew. */
  mustBeCopied: boolean;
  /** Why it cannot be moved. */
  obstacle: string | undefined;
};
export type Source = { path: string; device: number; names: BytePath[] };

export async function openSource(path: string): Promise<Source> {
  const names = new Set([toBytePath(path), toBytePath(await canonicalPath(path))]);
  return { path, device: (await stat(path)).dev, names: [...names] };
}

export async function findModels(source: Source): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { name, isDirectory } of await listModelEntries(source.path)) {
    const finding: Finding = {
      id: modelIdOf(name) ?? name,
      directory: name,
      bytes: 0,
      fileSizes: [],
      mustBeCopied: false,
      obstacle: undefined,
    };
    findings.push(finding);
    if (!isDirectory) {
      finding.obstacle = 'It is not a directory; symbolic links to models are not moved.';
      continue;
    }
    try {
      const tree = await readTree(join(source.path, name));
      finding.obstacle = obstacleIn(source, tree);
      if (finding.obstacle !== undefined) continue;
      finding.bytes = tree.bytes;
      finding.fileSizes = tree.entries.flatMap((entry) =>
        entry.kind === 'file' ? entry.size : [],
      );
      finding.mustBeCopied = hasLinksToRewrite(source, name, tree);
    } catch (error) {
      finding.obstacle = sentenceOf(error);
    }
  }
  return findings;
}

/** Why a tree cannot be moved whole; undefined when it can. */
export function obstacleIn(source: Source, { device, entries }: Tree): string | undefined {
  if (device !== source.device) return 'It is a mount point of its own.';
  const odd = entries.find((entry) => entry.kind === 'odd');
  if (!odd) return undefined;
  return `${odd.path === '' ? 'It' : `The entry ${toText(odd.path)}`} ${odd.what}.`;
}

function hasLinksToRewrite(source: Source, model: string, { entries }: Tree): boolean {
  return entries.some(
    (entry) => entry.kind === 'symlink' && targetAfterMove(source, model, entry) !== entry.target,
  );
}

export function targetAfterMove(source: Source, model: string, link: LinkEntry): BytePath {
  return movedTarget(`${toBytePath(model)}/${link.path}`, link.target, source.names);
}
