import { escaped } from './html.ts';
import type { ProblemText } from './published.ts';
import { list, type Page, problemPath } from './layout.ts';
import { inline } from './markdown.ts';
import type { Reference } from './reference.ts';

/** The page of a problem, at the URL in its `type`. */
export function problemPage(code: string, problem: ProblemText, { operations }: Reference): Page {
  const { title, status, happened, action, detail } = problem;
  const answering = [...operations.values()].filter(({ failures }) =>
    failures.some(({ codes }) => codes.includes(code)),
  );
  const content = `<article class="prose">
<p class="crumb"><a href="/problems">Problem codes</a></p>
<h1>${escaped(title)}</h1>
<p><code>${code}</code>, status ${status}</p>
<h2>What happened</h2>
<p>${inline(happened)}</p>
<h2>What to do</h2>
<p>${inline(action)}</p>
<h2>Example of its <code>detail</code></h2>
<p>${escaped(detail)}</p>
<h2>Operations that answer with it</h2>
${answering.length === operations.size ? '<p>All.</p>' : `<details${answering.length <= maxUnfolded ? ' open' : ''}><summary>${answering.length} operations</summary>${list(answering)}</details>`}
</article>`;
  return { path: problemPath(code), title, content };
}

const maxUnfolded = 12;

export function problemsPage(problems: ReadonlyMap<string, ProblemText>): Page {
  const rows = [...problems].map(
    ([code, { status, happened }]) =>
      `<dt>${status}</dt><dd><a href="${problemPath(code)}"><code>${code}</code></a><br>${inline(happened)}</dd>`,
  );
  const content = `<article class="prose"><h1>Problem codes</h1>
<p>Every error is a problem with a stable <code>code</code>, except 422, which lists what is wrong with the request. See <a href="/docs/guides/errors">Errors and limits</a>.</p>
<dl class="facts problems">${rows.join('\n')}</dl></article>`;
  return { path: '/problems', title: 'Problem codes', content };
}
