import { readFileSync } from 'node:fs';
import type { Express } from 'express';
import helmet from 'helmet';
import { notFound } from '../errors.ts';
import { refuseOtherMethods, sendFailure } from './failures.ts';
import { escaped } from './html.ts';

/** The entry of a code in `openapi/shared/problems.yaml`. */
interface ProblemText {
  readonly title: string;
  readonly status: number;
  readonly happened: string;
  /** What the caller can do. */
  readonly action: string;
  /** An example of the response's `detail`. */
  readonly detail: string;
}

const file = new URL('../../generated/problems.json', import.meta.url);

/** Serves a page for each problem, at the URL in its `type`, and an index of all problems. */
export function serveProblems(http: Express): void {
  const problems = new Map(
    Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, ProblemText>),
  );
  const styled = {
    useDefaults: false,
    directives: { defaultSrc: ["'none'"], styleSrc: ["'self'"] },
  };
  http.use('/problems', helmet({ contentSecurityPolicy: styled }));
  http.get('/problems', (_req, res) => void res.type('html').send(listPage(problems)));
  http.get('/problems/:code', (req, res) => {
    const problem = problems.get(req.params.code);
    if (problem) res.type('html').send(page(req.params.code, problem));
    else sendFailure(res, notFound('Problem'), String(res.getHeader('X-Request-Id')));
  });
  refuseOtherMethods(http, ['/problems', '/problems/:code']);
}

const page = (code: string, { title, status, happened, action, detail }: ProblemText): string =>
  document(
    title,
    `<p><code>${code}</code>, status ${status}</p>
<h2>What happened</h2>
<p>${formatted(happened)}</p>
<h2>What to do</h2>
<p>${formatted(action)}</p>
<h2>Example of its <code>detail</code></h2>
<p>${escaped(detail)}</p>
<p><a href="/problems">All problems</a></p>`,
  );

const listPage = (problems: ReadonlyMap<string, ProblemText>): string =>
  document(
    'Problems',
    `<table>
<tr><th>Status</th><th>Code</th><th>What happened</th></tr>
${[...problems].map(([code, problem]) => row(code, problem)).join('\n')}
</table>`,
  );

const row = (code: string, { status, happened }: ProblemText): string =>
  `<tr><td>${status}</td><td><a href="/problems/${code}">${code}</a></td><td>${formatted(happened)}</td></tr>`;

const document = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}: Voice Agent Platform API</title>
<link rel="stylesheet" href="/docs/assets/style.css">
</head>
<body>
<header class="bar"><span><a href="/docs">Voice Agent Platform API</a></span></header>
<main class="text">
<h1>${escaped(title)}</h1>
${body}
</main>
</body>
</html>
`;

/** Renders text between backticks as code. */
const formatted = (text: string): string =>
  escaped(text).replaceAll(/`([^`]+)`/g, '<code>$1</code>');
