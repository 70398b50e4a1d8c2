import { highlighted } from './highlight.js';

/** Longer texts make the page slow; they can be downloaded. */
const maxShownCharacters = 200_000;

/** Shows a response in the place for it: JSON and text as they are, events as they come, sound and pictures as such. */
export async function showAnswer(place, answer) {
  const headers = [...answer.headers].map(([name, value]) => `${name}: ${value}`).join('\n');
  place.replaceChildren(folded('Headers', preformatted(headers)));
  const type = answer.headers.get('content-type') ?? '';
  if (type.startsWith('text/event-stream')) await showStream(place, answer.body);
  else if (/json|^text\//.test(type)) showText(place, await answer.text(), type);
  else await showFile(place, await answer.blob());
}

async function showStream(place, body) {
  const block = preformatted('');
  place.prepend(block);
  const decoder = new TextDecoder();
  for await (const bytes of body) {
    block.textContent = (block.textContent + decoder.decode(bytes, { stream: true })).slice(
      -maxShownCharacters,
    );
    block.scrollTop = block.scrollHeight;
  }
}

function showText(place, text, type) {
  if (text === '') return;
  const isJson = /^application\/(?:[\w.]+\+)?json\b/.test(type);
  const shown = isJson ? JSON.stringify(JSON.parse(text), null, 2) : text;
  const block = preformatted(shown.slice(0, maxShownCharacters), isJson && 'json');
  place.prepend(block);
  const problem = isJson ? JSON.parse(text)?.code : undefined;
  if (type.startsWith('application/problem+json') && problem) {
    const link = document.createElement('a');
    link.href = `/problems/${problem}`;
    link.textContent = `What ${problem} means`;
    place.prepend(link);
  }
  if (shown.length > maxShownCharacters) place.prepend(download(new Blob([text], { type })));
}

async function showFile(place, blob) {
  if (blob.size === 0) return;
  const kind = { audio: 'audio', image: 'img' }[blob.type.split('/')[0]];
  place.prepend(download(blob));
  if (!kind) return;
  const shown = document.createElement(kind);
  shown.src = URL.createObjectURL(blob);
  if (kind === 'audio') shown.controls = true;
  else shown.alt = 'The picture of the response';
  place.prepend(shown);
}

function download(blob) {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = '';
  link.textContent = `Download (${blob.size} bytes)`;
  return link;
}

function preformatted(text, language) {
  const block = document.createElement('pre');
  block.className = 'code';
  block.tabIndex = 0;
  block.innerHTML = highlighted(text, language);
  return block;
}

function folded(title, content) {
  const details = document.createElement('details');
  const summary = document.createElement('summary');
  summary.textContent = title;
  details.append(summary, content);
  return details;
}
