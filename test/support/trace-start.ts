import { existsSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { Socket } from 'node:net';

/** Loaded before the server: prints when a file of it has been loaded and run, and when it connects to something. */
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    const said = sourcesOf(url).map((path) => `\nprocess.stdout.write('loaded ${path}\\n');`);
    if (said.length === 0) return loaded;
    const source = Buffer.from(loaded.source as Uint8Array).toString();
    return { ...loaded, source: `${source}${said.join('')}` };
  },
});

/** The files of the server that a module has: one, or those of a part of the bundle. */
function sourcesOf(url: string): string[] {
  const isOfBundle = /\/generated\/server\/.*\.mjs$/.test(url) && existsSync(new URL(`${url}.map`));
  const names = isOfBundle
    ? (JSON.parse(readFileSync(new URL(`${url}.map`), 'utf8')) as { sources: string[] }).sources
    : [url];
  return names.flatMap((name) => /\/src\/[\w/-]+\.ts$/.exec(name) ?? []);
}

// oxlint-disable-next-line typescript/unbound-method -- called on the socket.
const { connect } = Socket.prototype;
Socket.prototype.connect = function (this: Socket, ...args: unknown[]): Socket {
  process.stdout.write('connects\n');
  return Reflect.apply(connect, this, args);
};
