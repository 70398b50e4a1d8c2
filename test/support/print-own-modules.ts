import { registerHooks } from 'node:module';

// Preloaded into a server's process: prints the files of this repository that it loads.
const root = new URL('../..', import.meta.url).href;
registerHooks({
  load(url, context, next) {
    if (url.startsWith(root) && !url.includes('/node_modules/'))
      console.log(`loaded ${url.slice(root.length)}`);
    return next(url, context);
  },
});
