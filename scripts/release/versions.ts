import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** As packages for Python write the version of a contract: 0.4.0-dev is 0.4.0.dev0 (PEP 440). */
export const pythonVersion = (version: string): string => version.replace(/-dev$/, '.dev0');

interface Place {
  readonly file: string;
  /** What stands before the version, and the version. */
  readonly pattern: RegExp;
  readonly write: (version: string) => string;
}

const same = (version: string): string => version;
const places: readonly Place[] = [
  { file: 'openapi/openapi.yaml', pattern: /^( {2}version: )(\S+)$/m, write: same },
  { file: 'package.json', pattern: /^( {2}"version": ")([^"]+)/m, write: same },
  { file: 'package-lock.json', pattern: /^( {2}"version": ")([^"]+)/m, write: same },
  {
    file: 'package-lock.json',
    pattern: /("packages": \{\s+"": \{[^}]*?"version": ")([^"]+)/,
    write: same,
  },
  ...['pipecat', 'livekit'].map((name) => ({
    file: `scripts/runtimes/${name}/pyproject.toml`,
    pattern: /^(version = ")([^"]+)/m,
    write: pythonVersion,
  })),
];

/** The version at each place that has it, and the one that belongs there with the version of the contract. */
export const versionsIn = (
  folder: string,
): { readonly file: string; readonly version: string; readonly expected: string }[] => {
  const contract = versionAt(folder, places[0]!);
  return places.map((place) => ({
    file: place.file,
    version: versionAt(folder, place),
    expected: place.write(contract),
  }));
};

/** The version of the contract in `openapi/openapi.yaml`. */
export const versionOfContract = (folder: string): string => versionAt(folder, places[0]!);

/** Writes a version at each place that has it. Throws, before it writes anything, if one of them has none. */
export function setVersions(folder: string, version: string): void {
  for (const place of places) versionAt(folder, place);
  for (const { file, pattern, write } of places)
    edit(join(folder, file), (text) => text.replace(pattern, `$1${write(version)}`));
}

/** The examples of events show the last release, or the first. */
export function setExampleVersions(folder: string, version: string): void {
  edit(join(folder, 'openapi/shared/world.yaml'), (text) =>
    text.replaceAll(/("?contract_version"?: ?"?)\d+\.\d+\.\d+/g, `$1${version}`),
  );
}

function versionAt(folder: string, { file, pattern }: Place): string {
  const found = pattern.exec(readFileSync(join(folder, file), 'utf8'))?.[2];
  if (found === undefined) throw new Error(`${file} has no version where it is expected.`);
  return found;
}

function edit(path: string, change: (text: string) => string): void {
  writeFileSync(path, change(readFileSync(path, 'utf8')));
}
