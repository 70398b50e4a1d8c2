import { rmSync } from 'node:fs';
import pg from 'pg';
import { createCell, distribute, moveSchema, startCitus } from '../../postgres/citus.ts';
import { freePort, makeDirectory, serverAccount } from '../../postgres/cluster.ts';
import { type Cluster, findServer, startPrimary } from '../../postgres/servers.ts';

type Server = Pick<Cluster, 'pids'>;

/** The PostgreSQL of several cells. */
export interface CellServers {
  /** The address of a cell, with `{cell}` for its number, and that of the directory. */
  readonly database: string;
  readonly directory: string;
  /** Those with the tables, one for each cell, in their order. */
  readonly servers: readonly Server[];
  /** In front of them all. */
  readonly coordinator?: Server;
  /** Once the tables are made. */
  place(): Promise<void>;
  vacuum(): Promise<void>;
  close(): Promise<void>;
}

async function query(url: string, ...statements: string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

async function vacuumAll(urls: readonly string[]): Promise<void> {
  for (const url of urls) await query(url, 'vacuum analyze');
}

/** A PostgreSQL for each cell, at addresses of this machine, each as the host of a cell. */
export async function startServers(
  numbers: readonly number[],
  binaries?: string,
): Promise<CellServers> {
  const servers: Cluster[] = [];
  const close = async (): Promise<void> => {
    for (const server of servers) await server.close();
  };
  try {
    const port = await freePort();
    for (const number of numbers)
      servers.push(
        await startPrimary(`listen_addresses = '127.0.0.${number}'\n`, {
          port,
          ...(binaries !== undefined && { binaries }),
        }),
      );
    const urlOf = (cell: number | '{cell}', database = 'postgres'): string =>
      `postgresql://postgres@127.0.0.${cell}:${port}/${database}`;
    await query(urlOf(numbers[0]!), 'create database directory');
    return {
      database: urlOf('{cell}'),
      directory: urlOf(numbers[0]!, 'directory'),
      servers,
      place: async () => {},
      vacuum: () => vacuumAll(numbers.map((cell) => urlOf(cell))),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A Citus with a node for each cell. */
export async function startNodes(
  numbers: readonly number[],
  binaries: string,
): Promise<CellServers> {
  const account = serverAccount();
  const directory = makeDirectory(account);
  try {
    const cluster = await startCitus({ binaries, directory, account, nodes: numbers.length });
    const [coordinator = '', ...nodes] = cluster.urls;
    const urlOf = (role: string): string => coordinator.replace('cell@', `${role}@`);
    for (const name of ['directory', ...numbers.map((cell) => `cell_${cell}`)])
      await createCell(coordinator, name);
    return {
      database: urlOf('cell_{cell}'),
      directory: urlOf('directory'),
      servers: await Promise.all(nodes.map(findServer)),
      coordinator: await findServer(coordinator),
      async place() {
        const admin = new pg.Client({ connectionString: coordinator });
        await admin.connect();
        for (const [index, cell] of numbers.entries()) {
          await distribute(urlOf(`cell_${cell}`), `cell_${cell}`);
          await moveSchema(admin, `cell_${cell}`, new URL(nodes[index]!).host);
        }
        await admin.end();
      },
      // Past Citus, which looks at no table of a node unless it is named.
      vacuum: () => vacuumAll(nodes),
      async close() {
        await cluster.stop();
        rmSync(directory, { recursive: true, force: true });
      },
    };
  } catch (error) {
    rmSync(directory, { recursive: true, force: true });
    throw error;
  }
}
