import { dated } from './changelog.ts';
import { compare } from './compare.ts';
import { findBase, readContract, releasedVersions, releaseText, versionOf } from './releases.ts';
import { faultsOf } from './verdict.ts';
import { compareVersions, parseVersion } from './version.ts';

export interface ReleaseInput {
  /** Where the releases are kept. */
  readonly directory: string;
  /** `generated/openapi.json`. */
  readonly contract: string;
  readonly changelog: string;
  /** The version of package.json. */
  readonly packageVersion: string;
  /** YYYY-MM-DD. */
  readonly date: string;
}

/** What a release writes. Throws with the reason if the contract cannot be released. */
export async function prepareRelease({
  directory,
  contract,
  changelog,
  packageVersion,
  date,
}: ReleaseInput): Promise<{ version: string; bundle: string; changelog: string }> {
  const document = readContract(contract);
  const version = versionOf(document);
  if (!parseVersion(version))
    throw new Error(`info.version is "${version}"; it has to be MAJOR.MINOR.PATCH.`);
  if (packageVersion !== version) {
    throw new Error(
      `package.json has version ${packageVersion}, the contract ${version}; they have to be the same.`,
    );
  }
  const last = releasedVersions(directory).at(-1);
  if (last !== undefined && compareVersions(version, last) <= 0) {
    const fault = version === last ? 'is released already' : `is not higher than ${last}`;
    throw new Error(`${version} ${fault}: raise info.version in openapi/openapi.yaml.`);
  }
  const base = findBase(directory, undefined);
  if (base) {
    const differences = await compare({ base: base.document, revision: document });
    const [fault] = faultsOf(differences, { base: base.name, revision: version }, changelog);
    if (fault !== undefined) throw new Error(fault);
  }
  return { version, bundle: releaseText(document), changelog: dated(changelog, version, date) };
}
