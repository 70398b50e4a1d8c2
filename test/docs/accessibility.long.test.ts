import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sharedServer } from '../support/server.ts';

const path = [process.env['CHROMIUM'], '/usr/bin/chromium', '/usr/bin/chromium-browser'].find(
  (each) => each !== undefined && existsSync(each),
);
const patience = 120_000;
const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Results {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
  }[];
}

describe.skipIf(path === undefined)('The reference', { timeout: patience }, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({ executablePath: path ?? '', args: ['--no-sandbox'] });
  }, patience);
  afterAll(() => browser?.close());

  const pages = [
    '/docs',
    '/docs/rules',
    '/docs/tags/voice-profiles',
    '/docs/operations/createCampaign',
    '/docs/operations/createCampaignSource',
    '/docs/operations/streamCampaignProgress',
    '/docs/events/call_ended',
    '/docs/guides/errors',
    '/docs/diagrams',
    '/docs/changelog',
    '/docs/changes/createCampaign',
    '/docs/nothing?find=voicemail',
    '/problems',
    '/problems/not_found',
  ];

  test.each(pages.flatMap((page) => (['light', 'dark'] as const).map((look) => [look, page])))(
    'has nothing that axe finds, %s: %s',
    async (colorScheme, address) => {
      const { url } = await sharedServer();
      const page = await browser.newPage({ colorScheme: colorScheme as 'light' | 'dark' });
      await page.goto(url + address, { waitUntil: 'load' });
      await page.evaluate(axe);
      await page.evaluate(
        "document.querySelectorAll('main details').forEach((each) => (each.open = true))",
      );
      if (address.includes('/operations/')) await page.locator('#open-search').waitFor();

      const [, words] = address.split('?find=');
      if (words !== undefined) {
        await page.keyboard.press('Control+k');
        await page.keyboard.type(words);
        await page.locator('dialog mark').first().waitFor();
      }

      // The page is the same in the dark but for its colors.
      const { violations } = await page.evaluate<Results>(
        colorScheme === 'light'
          ? 'axe.run()'
          : "axe.run({ runOnly: { type: 'rule', values: ['color-contrast', 'link-in-text-block'] } })",
      );

      await page.close();
      const found = violations.flatMap(({ id, nodes }) =>
        nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)}\n${failureSummary}`),
      );
      expect(found.slice(0, 5)).toEqual([]);
    },
  );
});
