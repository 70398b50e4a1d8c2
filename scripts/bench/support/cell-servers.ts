import { freePort } from '../../postgres/cluster.ts';
import { type Cluster, startPrimary } from '../../postgres/servers.ts';
import { execute } from './database.ts';

/** The PostgreSQL of several cells. */
export interface CellServers {
  /** The address of a cell, with `{cell}` for its number, and that of the directory. */
  readonly database: string;
  readonly directory: string;
  readonly servers: readonly Cluster[];
  close(): Promise<void>;
}

/** A PostgreSQL for each cell, at addresses of this machine, each as the host of a cell. */
export async function startServers(numbers: readonly number[]): Promise<CellServers> {
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
        }),
      );
    const urlOf = (cell: number | '{cell}', database = 'postgres'): string =>
      `postgresql://postgres@127.0.0.${cell}:${port}/${database}`;
    await execute(urlOf(numbers[0]!), 'create database directory');
    return {
      database: urlOf('{cell}'),
      directory: urlOf(numbers[0]!, 'directory'),
      servers,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
