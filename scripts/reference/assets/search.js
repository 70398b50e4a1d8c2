/** How many results are shown at once. */
const step = 20;

let searching;

/** Loaded by the first search: the program, and what it finds. */
async function load() {
  const [{ find, indexOf, shownOf }, index] = await Promise.all([
    import('./find.js'),
    fetch(document.body.dataset.search).then((response) => response.json()),
  ]);
  const made = indexOf(index);
  return {
    find: (query) => find(made, query),
    shownOf: (result) => shownOf(result, index.lines),
  };
}

/** Offers the search on every page, by its button, by "/" and by Ctrl+K. */
export function offerSearch() {
  const opener = document.querySelector('#open-search');
  const { dialog, input, list, more, status } = buildDialog();
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
  input.addEventListener('input', show);
  input.addEventListener('keydown', (event) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by) {
      event.preventDefault();
      if (selected() + by >= options().length) showMore();
      select(selected() + by);
    } else if (event.key === 'Enter') options()[selected()]?.click();
  });
  more.addEventListener('click', () => {
    const next = options().length;
    showMore();
    select(next);
    input.focus();
  });
  dialog.addEventListener('click', ({ target }) => target === dialog && dialog.close());

  let search;
  let found = [];

  async function open() {
    if (!dialog.open) dialog.showModal();
    input.select();
    searching ??= load();
    try {
      search = await searching;
    } catch {
      searching = undefined;
      status.textContent = 'The index could not be loaded. Open the search again.';
      return;
    }
    show();
  }

  function show() {
    if (!search) return;
    found = search.find(input.value);
    list.replaceChildren();
    showMore();
    status.textContent =
      input.value.trim() === '' ? '' : found.length === 1 ? '1 result' : `${found.length} results`;
    select(0);
  }

  function showMore() {
    const from = list.children.length;
    list.append(
      ...found
        .slice(from, from + step)
        .map((result, at) => option(search.shownOf(result), from + at)),
    );
    const others = found.length - list.children.length;
    more.hidden = others <= 0;
    more.textContent = `Show ${Math.min(step, others)} more of ${found.length}`;
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
  const more = document.createElement('button');
  more.type = 'button';
  more.hidden = true;
  dialog.append(input, status, list, more);
  return { dialog, input, list, more, status };
}

function option({ title, beside, path, name, text, isDeprecated }, index) {
  const item = document.createElement('li');
  item.setAttribute('role', 'presentation');
  const link = document.createElement('a');
  link.id = `result-${index}`;
  link.setAttribute('role', 'option');
  link.href = path;
  link.tabIndex = -1;
  const heading = element('span', title);
  if (isDeprecated) heading.append(' ', element('small', [{ text: 'deprecated' }]));
  const why = element('span', []);
  why.className = 'why';
  if (name.length > 0) why.append(element('code', name), ' ');
  why.append(...parts(text));
  link.append(heading, element('code', beside), why);
  item.append(link);
  return item;
}

function element(tag, content) {
  const made = document.createElement(tag);
  made.append(...parts(content));
  return made;
}

const parts = (content) =>
  content.map(({ text, isMarked }) => {
    if (!isMarked) return text;
    const mark = document.createElement('mark');
    mark.textContent = text;
    return mark;
  });
