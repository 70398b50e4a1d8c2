import { escaped } from './html.ts';
import { badge, operationPath, areaPath, type Page, problemPath } from './layout.ts';
import { codeBlock, inline, markdown } from './markdown.ts';
import type { Media, Operation, Parameter, Reference, Response } from './reference.ts';
import { anchored, limitsView, schemaView, typeText } from './schema-view.ts';
import { samplesView, tryView } from './try-view.ts';

/** The page of an operation: what it does and takes on one side, how to call it on the other. */
export function operationPage(operation: Operation, reference: Reference, path: string): Page {
  const { id, method, summary, area, description } = operation;
  const content = `<article>
<p class="crumb"><a href="${areaPath(area)}">${escaped(area)}</a></p>
<h1>${escaped(summary)}</h1>
<p class="endpoint">${badge(method)} <code>${escaped(operation.path)}</code></p>
<div class="columns">
<div class="text">
<p class="jump"><a href="#samples">Samples and a form to try it</a></p>
${markdown(description)}
${facts(operation)}
${parametersView(operation.parameters, reference)}
${bodyView(operation, reference)}
<h2 id="responses">Responses</h2>
${operation.successes.map((response) => successView(response, reference)).join('\n')}
<p class="quiet">Every response has <code>X-Request-Id</code>, <code>RateLimit</code> and <code>RateLimit-Policy</code>; see <a href="/docs/guides/errors">Errors and limits</a>.</p>
<h2 id="problems">Problems</h2>
${failuresView(operation.failures, reference)}
</div>
<div class="side">
<h2 id="samples">Call it</h2>
${samplesView(operation, reference)}
${tryView(operation, reference)}
</div>
</div>
</article>`;
  return { path, title: `${summary} (${id})`, content, area };
}

/** The page of an event, which this service sends. */
export function eventPage(
  name: string,
  event: Operation,
  reference: Reference,
  path: string,
): Page {
  const content = `<article>
<p class="crumb"><a href="/docs/guides/webhooks">webhooks</a></p>
<h1>${escaped(event.summary)}</h1>
<p class="endpoint">${badge(event.method)} <code>${escaped(name)}</code>, sent to your endpoint</p>
<div class="columns">
<div class="text">
${markdown(event.description)}
${parametersView(event.parameters, reference)}
${bodyView(event, reference)}
<h2>Your answers</h2>
<dl class="facts">${[...event.successes, ...event.failures].map(({ status, description }) => `<dt>${status}</dt><dd>${inline(description)}</dd>`).join('')}</dl>
</div>
<div class="side">
<h2>Example</h2>
${(event.body?.media ?? []).map(exampleView).join('')}
</div>
</div>
</article>`;
  return { path, title: name, content, area: 'events' };
}

function whoseSession({ superAdmin, roles }: Operation): string {
  if (superAdmin) return ' of a super admin';
  return roles.includes('viewer') ? '' : ` of a user with the role ${roles.join(', ')}`;
}

function facts(operation: Operation): string {
  const callers = [
    operation.session ? `a session${whoseSession(operation)}` : undefined,
    operation.apiKey
      ? operation.scope === undefined
        ? 'any API key'
        : `an API key with the scope <code>${escaped(operation.scope)}</code>`
      : undefined,
  ].filter((caller) => caller !== undefined);
  const rows = [
    ['Operation', `<code>${escaped(operation.id)}</code>`],
    ['Credential', callers.length === 0 ? 'none' : callers.join(', or ')],
    ['Text', `<a href="${operationPath(operation.id)}.md">this page in Markdown</a>`],
    operation.audit ? ['Audit event', `<code>${escaped(operation.audit)}</code>`] : undefined,
    operation.bodyLimit
      ? ['Body', `at most ${operation.bodyLimit.toLocaleString('en')} bytes`]
      : undefined,
  ].filter((row) => row !== undefined);
  return `<dl class="facts">${rows.map(([name, html]) => `<dt>${name}</dt><dd>${html}</dd>`).join('')}</dl>`;
}

const places = { path: 'in the path', query: 'in the query', header: 'a header' };

function parametersView(parameters: readonly Parameter[], { resolve }: Reference): string {
  if (parameters.length === 0) return '';
  const items = parameters.map(
    (each) =>
      `<li id="parameter.${escaped(each.name)}">${anchored(each.name, `parameter.${each.name}`)} <span class="type">${escaped(typeText(each.schema, resolve))}, ${places[each.in]}</span>${each.required ? ' <span class="required">required</span>' : ''}${markdown(explained(each))}${limitsView(each.schema, resolve)}</li>`,
  );
  return `<h2 id="parameters">Parameters</h2>\n<ul class="members">${items.join('\n')}</ul>`;
}

/** What many operations take is explained once, in a guide. */
const shared: Record<string, string> = {
  'Idempotency-Key':
    'Makes it safe to repeat the request if its answer was lost: see [Errors and limits](/docs/guides/errors#repeat-a-request).',
  'If-Match':
    'Changes nothing if somebody else did since you read: see [Errors and limits](/docs/guides/errors#change-what-you-have-read).',
};

const explained = ({ name, description }: Parameter): string => shared[name] ?? description ?? '';

function bodyView({ body }: Operation, { resolve }: Reference): string {
  if (!body) return '';
  const types = body.media.map(
    ({ type, schema }, index) =>
      `<p class="quiet"><code>${escaped(type)}</code></p>${schema ? schemaView(schema, resolve, index === 0 ? 'body' : `body${index + 1}`) : ''}`,
  );
  return `<h2 id="body">Body</h2>\n${types.join('\n')}`;
}

function successView(response: Response, { resolve }: Reference): string {
  const { status, description, media, headers, links } = response;
  const types = media.map((each) => escaped(each.type)).join(', ');
  const schema = media.find((each) => each.schema)?.schema;
  const shown = headers.map(
    ({ name, description: text }) =>
      `<dt><code>${escaped(name)}</code></dt><dd>${inline(text)}</dd>`,
  );
  const next = links.map((id) => `<a href="${operationPath(id)}">${escaped(id)}</a>`).join(', ');
  return `<section class="response">
<h3 id="response${status}">${status} <small>${types}</small></h3>
${markdown(description)}
${next === '' ? '' : `<p>Continue with ${next}.</p>`}
${shown.length === 0 ? '' : `<details><summary>Headers</summary><dl class="facts">${shown.join('')}</dl></details>`}
${schema ? `<details><summary>Body</summary>${schemaView(schema, resolve, `response${status}`)}</details>` : ''}
${media.map(exampleView).join('')}
</section>`;
}

const exampleView = ({ examples }: Media): string =>
  examples
    .map(({ name, value }, index) => {
      const isText = typeof value === 'string';
      const text = isText ? value : JSON.stringify(value, null, 2);
      return `<details${index === 0 ? ' open' : ''}><summary>${escaped(name)}</summary>${codeBlock(text, isText ? '' : 'json')}</details>`;
    })
    .join('');

/** Those that nearly every operation answers with are folded. */
function failuresView(failures: readonly Response[], { problems }: Reference): string {
  const own = failures.filter(({ status }) => ['404', '409', '410', '412'].includes(status));
  const others = failures.filter((failure) => !own.includes(failure));
  const statuses = others.map(({ status }) => status).join(', ');
  return `${own.length === 0 ? '' : failureList(own, problems)}<details><summary>As everywhere: ${statuses}</summary>${failureList(others, problems)}</details>`;
}

const firstSentence = (text: string): string => /^.*?[.](?=\s|$)/s.exec(text)?.[0] ?? text;

function failureList(failures: readonly Response[], problems: Reference['problems']): string {
  const rows = failures.map(({ status, description, codes }) => {
    const lines = codes.map(
      (code) =>
        `<li><a href="${problemPath(code)}"><code>${code}</code></a> ${inline(firstSentence(problems.get(code)?.happened ?? ''))}</li>`,
    );
    const list = lines.length === 0 ? '' : `<ul class="codes">${lines.join('')}</ul>`;
    return `<dt>${status}</dt><dd>${list}<span class="quiet">${inline(description)}</span></dd>`;
  });
  return `<dl class="facts problems">${rows.join('')}</dl>`;
}
