import { existsSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';

// How long pages of the reference take to open in headless Chromium, on a server that is already running.
// node scripts/bench/docs.ts [--url http://127.0.0.1:3000] [--rounds 5]

const { values } = parseArgs({
  options: {
    url: { type: 'string', default: 'http://127.0.0.1:3000' },
    rounds: { type: 'string', default: '5' },
  },
});
const executablePath = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find((path) =>
  existsSync(path),
);
if (executablePath === undefined) {
  console.log('Chromium is not installed (Debian: apt-get install chromium).');
  process.exit();
}

const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
for (const path of [
  '/docs',
  '/docs/areas/voice',
  '/docs/operations/createCampaign',
  '/docs/guides/errors',
]) {
  const times: number[] = [];
  let bytes = 0;
  for (let round = 0; round <= Number(values.rounds); round += 1) {
    // A context of its own has nothing in its cache. The first round warms the server.
    const context = await browser.newContext();
    const page = await context.newPage();
    const begin = performance.now();
    await page.goto(values.url + path, { waitUntil: 'load' });
    await page.locator('#open-search').waitFor();
    if (round > 0) times.push(performance.now() - begin);
    bytes = await page.evaluate<number>(
      `performance.getEntries().reduce((sum, { transferSize = 0 }) => sum + transferSize, 0)`,
    );
    await context.close();
  }
  times.sort((a, b) => a - b);
  const [best, median, worst] = [0, Math.floor(times.length / 2), times.length - 1].map((at) =>
    Math.round(times[at] ?? 0),
  );
  console.log(`${path}: usable after ${median} ms (${best} to ${worst}), ${bytes} bytes`);
}
await browser.close();
