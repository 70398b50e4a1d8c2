import { registerHooks } from 'node:module';
import { Socket } from 'node:net';

/** Loaded before the server: prints when a file of it has been loaded and run, and when it connects to something. */
registerHooks({
  load(url, context, next) {
    const loaded = next(url, context);
    const [path] = /\/src\/[\w/-]+\.ts$/.exec(url) ?? [];
    if (path === undefined) return loaded;
    const source = Buffer.from(loaded.source as Uint8Array).toString();
    return { ...loaded, source: `${source}\nprocess.stdout.write('loaded ${path}\\n');` };
  },
});
// oxlint-disable-next-line typescript/unbound-method -- called on the socket.
const { connect } = Socket.prototype;
Socket.prototype.connect = function (this: Socket, ...args: unknown[]): Socket {
  process.stdout.write('connects\n');
  return Reflect.apply(connect, this, args);
};
