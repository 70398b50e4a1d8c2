import { existsSync, readdirSync, readFileSync } from 'node:fs';

const folder = new URL('../../generated/diagrams/', import.meta.url);

export const diagramNames = (): string[] =>
  existsSync(folder)
    ? readdirSync(folder)
        .filter((file) => file.endsWith('.svg'))
        .map((file) => file.replace('.svg', ''))
    : [];

/** A diagram within a page, described for those who do not see it. */
export function figure(name: string, { hasCaption }: { readonly hasCaption: boolean }): string {
  // The policy of the pages allows no style within them; their style sheet says the same, and follows the theme.
  const svg = readFileSync(new URL(`${name}.svg`, folder), 'utf8').replaceAll(
    / style="[^"]*"|<style>.*?<\/style>/gs,
    '',
  );
  const title = /<title[^>]*>([^<]+)/.exec(svg)?.[1] ?? '';
  const caption = hasCaption ? `<figcaption>${title}</figcaption>` : '';
  return `<figure id="${name}">${caption}<div class="wide" tabindex="0" role="group" aria-label="Diagram">${svg}</div></figure>`;
}
