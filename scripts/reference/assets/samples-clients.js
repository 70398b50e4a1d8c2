// Samples of the two published clients.

import { argumentName, iteratorName, methodName } from './python-names.js';

const json = (value) => JSON.stringify(value);
const variables = { session: 'TOKEN', apiKey: 'API_KEY' };
const widest = 76;
/** What stands before a call, such as `const { data } = await`. */
const ahead = 24;

const isCode = Symbol('code');
/** Code in a literal. */
const code = (text) => ({ [isCode]: text });

const inTypeScript = {
  text: (value) =>
    value.includes('\n')
      ? `\`${value.replaceAll(/[\\`]|\$(?=\{)/g, (each) => `\\${each}`)}\``
      : value.includes("'")
        ? json(value)
        : `'${json(value).slice(1, -1).replaceAll('\\"', '"')}'`,
  name: (name) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : inTypeScript.text(name)),
  other: json,
  indent: '  ',
  brackets: '{ }',
};
const inPython = {
  text: json,
  name: json,
  other: (value) => ({ null: 'None', true: 'True', false: 'False' })[value] ?? json(value),
  indent: '    ',
  brackets: '{}',
};

/** A literal, on one line if it fits there, behind what else stands on it. */
function literal(value, style, by = '', before = 0) {
  if (typeof value === 'string') return style.text(value);
  if (typeof value !== 'object' || value === null) return style.other(value);
  if (value[isCode] !== undefined) return value[isCode];
  const inner = by + style.indent;
  const isList = Array.isArray(value);
  const items = isList
    ? value.map((each) => literal(each, style, inner))
    : Object.entries(value).map(
        ([name, each]) => `${style.name(name)}: ${literal(each, style, inner)}`,
      );
  if (items.length === 0) return isList ? '[]' : '{}';
  const [open, close] = isList ? ['[', ']'] : style.brackets.split(/ ?(?=\})/);
  const space = !isList && style.brackets.includes(' ') ? ' ' : '';
  const line = `${open}${space}${items.join(', ')}${space}${close}`;
  if (!line.includes('\n') && before + by.length + line.length < widest) return line;
  return `${open}\n${items.map((item) => `${inner}${item},`).join('\n')}\n${by}${close}`;
}

/** A parameter as the clients take it. */
function valueOf({ value, kind }) {
  if (kind === 'number' && /^-?\d+(?:\.\d+)?$/.test(value)) return code(value);
  if (kind === 'boolean') return value === 'true';
  if (kind === 'list') return value.split(',');
  return value;
}

/** What is sent in place: the clients make an Idempotency-Key themselves. */
const sentIn = ({ parameters }, place) =>
  parameters.filter((parameter) => parameter.in === place && parameter.name !== 'Idempotency-Key');

/** JSON as a literal; while it is being typed, and none yet, as it is. */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return code(text);
  }
}

const constructed = { page: 'items', events: 'events' };

export function typescript(call) {
  const { method, path, address, credential, body, response } = call;
  const imports = ["import { createClient } from '@voice-agent-platform/client';"];
  if (response === 'blob' || response === 'parts')
    imports.unshift("import { writeFile } from 'node:fs/promises';");
  if (body?.kind === 'file' || body?.fields?.some(({ file }) => file !== undefined))
    imports.unshift("import { openAsBlob } from 'node:fs';");
  const params = Object.fromEntries(
    ['path', 'query', 'header']
      .map((place) => [
        place,
        Object.fromEntries(sentIn(call, place).map((each) => [each.name, valueOf(each)])),
      ])
      .filter(([, members]) => Object.keys(members).length > 0),
  );
  const init = {
    ...(Object.keys(params).length > 0 && { params }),
    ...(body && { body: bodyInTypeScript(body) }),
    ...(body?.isOther && { headers: { 'content-type': body.type } }),
  };
  const start = `client.${constructed[response] ?? method}(${inTypeScript.text(path)}`;
  const before = start.length + ahead;
  const hasInit = Object.keys(init).length > 0;
  const called = `${start}${hasInit ? `, ${literal(init, inTypeScript, '', before)}` : ''})`;
  const options = {
    baseUrl: address,
    ...(credential && { credential: code(`process.env.${variables[credential]} ?? ''`) }),
  };
  const results = {
    json: [`const { data } = await ${called};`, 'console.log(data);'],
    text: [`const { data } = await ${called};`, 'console.log(data);'],
    page: [`for await (const item of ${called}) {`, '  console.log(item);', '}'],
    events: [
      `for await (const { event, data } of ${called}) {`,
      '  console.log(event, data);',
      '}',
    ],
    blob: [
      `const { data } = await ${called};`,
      "await writeFile('response.bin', new Uint8Array(await data.arrayBuffer()));",
    ],
    parts: [`const { data } = await ${called};`, "await writeFile('response.bin', data);"],
    eventParts: [
      `const { data } = await ${called};`,
      'for await (const bytes of data) process.stdout.write(bytes);',
    ],
    none: [`await ${called};`],
  };
  return [
    ...imports,
    '',
    `const client = createClient(${literal(options, inTypeScript, '', ahead)});`,
    '',
    ...results[response],
  ].join('\n');
}

function bodyInTypeScript(body) {
  // Only the first type of an operation is built from values.
  if (body.kind === 'json') return body.isOther ? body.text : parsed(body.text);
  if (body.kind === 'text') return body.text;
  if (body.kind === 'file')
    return code(
      `await openAsBlob(${inTypeScript.text(body.file)}, { type: ${inTypeScript.text(body.type)} })`,
    );
  return Object.fromEntries(
    body.fields.map(({ name, file, value }) => [
      name,
      file === undefined ? value : code(`await openAsBlob(${inTypeScript.text(file)})`),
    ]),
  );
}

export function python(call) {
  const { id, address, credential, body, response } = call;
  if (body?.isOther) return `# This client sends another type of body. For ${body.type} use curl.`;
  const imports = [];
  if (credential) imports.push('import os');
  if (response === 'blob' || response === 'parts') imports.push('from pathlib import Path');
  const by = inPython.indent;
  const of = (value) => literal(value, inPython, by);
  const named = (each) => `${argumentName(each.name)}=${of(valueOf(each))}`;
  const args = [
    ...sentIn(call, 'path').map((each) => of(valueOf(each))),
    ...bodyInPython(body).map(of),
    ...[...sentIn(call, 'query'), ...sentIn(call, 'header')].map(named),
    ...contentInPython(body).map(([name, value]) => `${name}=${of(value)}`),
  ];
  const name = response === 'page' ? iteratorName(id) : methodName(id);
  const line = `client.${name}(${args.join(', ')})`;
  const isShort = args.length <= 1 || (!line.includes('\n') && line.length < widest);
  const called = isShort
    ? line
    : `client.${name}(\n${args.map((each) => `${by}${by}${each.replaceAll('\n', `\n${by}`)},`).join('\n')}\n${by})`;
  const secret = credential ? `, os.environ["${variables[credential]}"]` : '';
  const results = {
    json: [`print(${called})`],
    text: [`print(${called})`],
    page: [`for item in ${called}:`, `${by}print(item)`],
    events: [`for event in ${called}:`, `${by}print(event.event, event.data)`],
    blob: [`data = ${called}`, 'Path("response.bin").write_bytes(data)'],
    parts: [
      'with Path("response.bin").open("wb") as file:',
      `${by}for part in ${called.replaceAll('\n', `\n${by}`)}:`,
      `${by}${by}file.write(part)`,
    ],
    eventParts: [`for part in ${called}:`, `${by}print(part.decode(), end="")`],
    none: [called],
  };
  if (response === 'json' && called.includes('\n'))
    results.json = [`result = ${called}`, 'print(result)'];
  return [
    ...imports,
    ...(imports.length > 0 ? [''] : []),
    'from voice_agent_platform import Client',
    '',
    `with Client(${json(address)}${secret}) as client:`,
    ...results[response].map((each) => `${by}${each}`),
  ].join('\n');
}

const bodyInPython = (body) => (body?.kind === 'json' ? [parsed(body.text)] : []);

function contentInPython(body) {
  if (body?.kind === 'text') return [['content', body.text]];
  if (body?.kind === 'file') return [['content', code(`open(${json(body.file)}, "rb")`)]];
  return (body?.fields ?? []).map(({ name, file, value }) => [
    argumentName(name),
    file === undefined ? value : code(`open(${json(file)}, "rb")`),
  ]);
}
