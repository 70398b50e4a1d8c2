const maxShown = 30;

let entries;

/** Offers the search on every page, by its button, by "/" and by Ctrl+K. */
export function offerSearch() {
  const opener = document.querySelector('#open-search');
  const { dialog, input, list, status } = buildDialog();
  document.body.append(dialog);
  opener.hidden = false;
  opener.addEventListener('click', () => void open());
  addEventListener('keydown', (event) => {
    const isTyping = event.target.matches?.('input, textarea, select');
    const isSlash = event.key === '/' && !isTyping;
    const isCommand = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey);
    if (!isSlash && !isCommand) return;
    event.preventDefault();
    void open();
  });
  input.addEventListener('input', () => void show());
  input.addEventListener('keydown', (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) {
      event.preventDefault();
      select(selected() + step);
    } else if (event.key === 'Enter') options()[selected()]?.click();
  });
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());

  async function open() {
    if (!dialog.open) dialog.showModal();
    input.select();
    entries ??= fetch(document.body.dataset.search).then((answer) => answer.json());
    try {
      await entries;
    } catch {
      entries = undefined;
      status.textContent = 'The index could not be loaded. Open the search again.';
      return;
    }
    void show();
  }

  async function show() {
    const found = find(await entries, input.value);
    list.replaceChildren(...found.slice(0, maxShown).map(option));
    status.textContent =
      input.value.trim() === '' ? '' : found.length === 1 ? '1 result' : `${found.length} results`;
    select(0);
  }

  const options = () => [...list.querySelectorAll('a')];

  function selected() {
    return options().findIndex((each) => each.ariaSelected === 'true');
  }

  function select(index) {
    const all = options();
    const at = Math.max(0, Math.min(index, all.length - 1));
    for (const [position, each] of all.entries()) each.ariaSelected = String(position === at);
    const current = all[at];
    current?.scrollIntoView({ block: 'nearest' });
    if (current) input.setAttribute('aria-activedescendant', current.id);
    else input.removeAttribute('aria-activedescendant');
  }
}

function buildDialog() {
  const dialog = document.createElement('dialog');
  dialog.id = 'search';
  dialog.setAttribute('aria-label', 'Search');
  const input = document.createElement('input');
  for (const [name, value] of Object.entries({
    type: 'search',
    role: 'combobox',
    placeholder: 'Operations, members, guides, problem codes',
    autocomplete: 'off',
    'aria-label': 'Search',
    'aria-expanded': 'true',
    'aria-controls': 'results',
  }))
    input.setAttribute(name, value);
  const list = document.createElement('ul');
  list.id = 'results';
  list.setAttribute('role', 'listbox');
  list.setAttribute('aria-label', 'Results');
  const status = document.createElement('p');
  status.setAttribute('role', 'status');
  status.className = 'quiet';
  dialog.append(input, status, list);
  return { dialog, input, list, status };
}

function option([title, beside, path], index) {
  const item = document.createElement('li');
  item.setAttribute('role', 'presentation');
  const link = document.createElement('a');
  link.id = `result-${index}`;
  link.setAttribute('role', 'option');
  link.href = path;
  link.tabIndex = -1;
  const name = document.createElement('span');
  name.textContent = title;
  const where = document.createElement('code');
  where.textContent = beside;
  link.append(name, where);
  item.append(link);
  return item;
}

/** Entries that have every word of the query, the best first: words of titles count most, then those beside them. */
export function find(all, query) {
  const typed = query.toLowerCase().split(/\s+/).filter(Boolean);
  if (typed.length === 0) return [];
  const words = typed.map((word) => spelled(word, all));
  return all
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .map(({ entry }) => entry);
}

const textOf = (entry) => entry.join(' ').toLowerCase();

/** The word as typed if an entry has it, else the known word with the fewest other letters, two at most. */
function spelled(word, all) {
  if (word.length < 4 || all.some((entry) => textOf(entry).includes(word))) return word;
  const allowed = word.length < 7 ? 1 : 2;
  const known = new Set(all.flatMap((entry) => textOf(entry).match(/[\p{L}\p{N}]+/gu)));
  const near = [...known]
    .map((other) => ({ other, distance: distanceOf(word, other, allowed) }))
    .filter(({ distance }) => distance <= allowed)
    .toSorted((a, b) => a.distance - b.distance);
  return near[0]?.other ?? word;
}

/** How many letters are added, missing, wrong or exchanged with their neighbor. */
function distanceOf(a, b, allowed) {
  if (Math.abs(a.length - b.length) > allowed) return Infinity;
  const rows = [Array.from({ length: b.length + 1 }, (_, at) => at)];
  for (let i = 1; i <= a.length; i += 1) {
    rows[i] = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      rows[i][j] = Math.min(
        rows[i - 1][j] + 1,
        rows[i][j - 1] + 1,
        rows[i - 1][j - 1] + same,
        isSwap ? rows[i - 2][j - 2] + 1 : Infinity,
      );
    }
  }
  return rows[a.length][b.length];
}

function scoreOf([title, beside, path, words], wanted) {
  const places = [title, `${path.split('/').at(-1)} ${beside}`, words].map((text) =>
    text.toLowerCase(),
  );
  let score = 0;
  for (const word of wanted) {
    const at = places.findIndex((place) => place.includes(word));
    if (at === -1) return 0;
    const starts = places[at].split(/[\s/_]+/).some((each) => each.startsWith(word));
    score += [20, 10, 2][at] * (starts ? 2 : 1);
  }
  return score + 10 / (10 + title.length);
}
