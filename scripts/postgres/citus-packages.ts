import { spawnSync } from 'node:child_process';
import { chownSync, existsSync, globSync, mkdirSync, realpathSync, rmSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { findBinaries, makeCluster, Refusal, serverAccount, serverOptions } from './cluster.ts';

/**
 * The directory of the commands of a PostgreSQL that has Citus: an installed one, or that of the packages in the folder
 * CITUS_DEBS, which are unpacked into the directory, so that the installed one stays as it is.
 */
export function findCitus(directory: string): string {
  const folder = process.env['CITUS_DEBS'];
  if (folder === undefined) return withCitus(findBinaries());
  const packages = globSync(join(resolve(folder), '*.deb'));
  const archives = globSync(join(resolve(folder), '*.tar.{gz,xz,zst}'));
  const [archive] = archives;
  if (packages.length === 0 && archive !== undefined) return besideServer(archive, directory);
  const into = join(directory, 'packages');
  mkdirSync(into);
  for (const file of packages) run('dpkg', ['-x', file, into]);
  // Over the files of the server.
  for (const file of archives) run('tar', ['-xf', file, '-C', into]);
  const binaries = binariesIn(into);
  if (binaries === undefined) throw new Refusal(`No package in ${folder} contains a PostgreSQL.`);
  return withCitus(binaries);
}

function withCitus(binaries: string): string {
  const server = realpathSync(join(binaries, 'postgres'));
  const libraries = ['../lib/citus.so', '../lib/postgresql/citus.so'];
  if (libraries.some((library) => existsSync(join(dirname(server), library)))) return binaries;
  throw new Refusal(`The PostgreSQL of ${dirname(server)} has no Citus. Install the extension Citus 13 for it, or name
a folder with packages that are unpacked for this run alone: Citus (*.deb or *.tar.xz), and PostgreSQL (*.deb) unless
it is an archive for the installed one:
  CITUS_DEBS=/folder make test-citus`);
}

/**
 * Unpacks an archive of Citus over a copy of the installed PostgreSQL; over Debian's package of it if Citus was built for a
 * later minor version, whose functions the installed one lacks.
 */
function besideServer(archive: string, directory: string): string {
  const version = /postgresql-(\d+)/.exec(basename(archive))?.[1];
  if (version === undefined)
    throw new Refusal(
      `The name of ${archive} does not say for which PostgreSQL it is, as postgresql-15 would.`,
    );
  for (const place of [placeInstalled, placeDownloaded]) {
    const into = join(directory, place.name);
    mkdirSync(into);
    place(version, into);
    run('tar', ['-xf', archive, '-C', into]);
    const binaries = binariesIn(into);
    if (binaries !== undefined && loadsCitus(binaries, into)) return binaries;
    rmSync(into, { recursive: true });
  }
  throw new Refusal(`${archive} cannot be loaded by the installed PostgreSQL ${version}, nor by Debian's package of it.
Name a folder that also has the packages of a PostgreSQL for which it was built (*.deb): CITUS_DEBS=/folder`);
}

function placeInstalled(version: string, into: string): void {
  const folders = ['lib', 'share'].map((name) => `/usr/${name}/postgresql`);
  if (!folders.every((folder) => existsSync(join(folder, version)))) return;
  for (const folder of folders) {
    mkdirSync(join(into, folder), { recursive: true });
    run('cp', ['-a', join(folder, version), join(into, folder)]);
  }
}

/** Does nothing where there is no such package. */
function placeDownloaded(version: string, into: string): void {
  const apt = (...args: string[]) => spawnSync('apt-get', ['-qq', ...args], { cwd: into });
  if (process.getuid?.() === 0) apt('update');
  apt('download', `postgresql-${version}`, `postgresql-client-${version}`);
  for (const file of globSync(join(into, '*.deb'))) run('dpkg', ['-x', file, into]);
}

const binariesIn = (folder: string): string | undefined =>
  globSync(join(folder, 'usr/lib/postgresql/*/bin')).find((place) =>
    existsSync(join(place, 'postgres')),
  );

function loadsCitus(binaries: string, into: string): boolean {
  const account = serverAccount();
  const directory = join(into, 'probe');
  mkdirSync(directory);
  const { uid, gid } = account;
  if (uid !== undefined && gid !== undefined) chownSync(directory, uid, gid);
  const settings = `shared_preload_libraries = 'citus'`;
  makeCluster({ binaries, directory, account }, { durable: false, settings });
  const args = ['--single', '-D', join(directory, 'data'), 'postgres'];
  const options = { ...serverOptions(account), input: '' };
  return spawnSync(join(binaries, 'postgres'), args, options).status === 0;
}

function run(command: string, args: readonly string[]): void {
  const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  if (status !== 0) throw new Refusal(`${command} ${args.join(' ')} failed: ${stderr}`);
}
