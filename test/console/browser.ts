import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { type Browser, type BrowserContextOptions, chromium, type Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import { type Member, password } from '../support/organizations.ts';

/** Where Chromium is; undefined: these tests are skipped. */
export const chromiumPath = [
  process.env['CHROMIUM'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
].find((each) => each !== undefined && existsSync(each));

export const patience = 120_000;

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

type Options = BrowserContextOptions & { readonly url?: string };

/**
 * A browser for the tests of a file. What it returns opens a page of the console, with the session of a member if there is
 * one. The page must have no fault of its own, and ask no other host for anything.
 */
export function useBrowser(
  urlOf: () => string,
): (address: string, member?: Member, options?: Options) => Promise<Page> {
  let browser: Browser;
  beforeAll(async () => {
    browser = await chromium.launch({
      executablePath: chromiumPath ?? '',
      args: ['--no-sandbox'],
    });
  }, patience);
  afterAll(() => browser?.close());
  return async (address, member, { url = urlOf(), ...options } = {}) => {
    const context = await browser.newContext(options);
    const page = await context.newPage();
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('request', (request) => {
      if (!request.url().startsWith(`${url}/`)) faults.push(`requested ${request.url()}`);
    });
    onTestFinished(async () => {
      await context.close();
      expect(faults).toEqual([]);
    });
    if (member)
      await page.addInitScript(
        `sessionStorage['console.session'] ??= ${JSON.stringify(member.token)}`,
      );
    await page.goto(`${url}/console${address}`);
    return page;
  };
}

export const emailOf = async (member: Member): Promise<string> =>
  (await member.get('/api/v1/auth/me')).body.user.email;

export async function logIn(page: Page, email: string, words = password): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password').fill(words);
  await page.getByRole('button', { name: 'Log in' }).click();
}

/** What axe finds on a page. */
export async function found(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  const { violations } = await page.evaluate<{ violations: readonly Violation[] }>('axe.run()');
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)}\n${failureSummary}`),
  );
}
