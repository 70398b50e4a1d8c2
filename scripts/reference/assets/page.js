import { offerSearch } from './search.js';
import { offerTrying } from './try.js';

const dark = matchMedia('(prefers-color-scheme: dark)');
const themeButton = document.querySelector('#theme');
const nav = document.querySelector('#nav');

themeButton.hidden = false;
showTheme();
themeButton.addEventListener('click', () => {
  const next = isDark() ? 'light' : 'dark';
  document.documentElement.dataset.theme = next;
  localStorage.setItem('theme', next);
  showTheme();
});

nav.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' });
addEventListener('keydown', (event) => {
  if (event.key === 'Escape' && location.hash === '#nav') location.hash = '#main';
});

for (const block of document.querySelectorAll('pre.code')) offerCopy(block);
chooseLanguage();
offerFolds();
offerSearch();
offerTrying();

function isDark() {
  const chosen = document.documentElement.dataset.theme;
  return chosen ? chosen === 'dark' : dark.matches;
}

function showTheme() {
  themeButton.textContent = isDark() ? 'Light' : 'Dark';
  themeButton.setAttribute('aria-label', `Use the ${isDark() ? 'light' : 'dark'} theme`);
}

function offerCopy(block) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', () => void copy(block.querySelector('code'), button));
  const frame = document.createElement('div');
  frame.className = 'copyable';
  block.replaceWith(frame);
  // Above the code, which it would cover.
  frame.append(button, block);
}

async function copy(code, button) {
  // Without HTTPS there is no clipboard except on this machine; then the text is selected instead.
  if (!navigator.clipboard) {
    getSelection().selectAllChildren(code);
    return;
  }
  await navigator.clipboard.writeText(code.textContent);
  button.textContent = 'Copied';
}

/** The chosen language is that of every page. */
function chooseLanguage() {
  const group = document.querySelector('.samples');
  if (!group) return;
  const kept = localStorage.getItem('language');
  const button = kept && group.querySelector(`input[value="${CSS.escape(kept)}"]`);
  if (button) button.checked = true;
  group.addEventListener('change', ({ target }) => localStorage.setItem('language', target.value));
}

/** One button opens or closes everything that is folded on the page; paper shows it open. */
function offerFolds() {
  const folds = [...document.querySelectorAll('main details')];
  const place = document.querySelector('main .crumb');
  if (folds.length === 0 || !place) return;
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'folds';
  const isOpen = () => folds.every((each) => each.open);
  const label = () => (button.textContent = isOpen() ? 'Collapse all' : 'Expand all');
  const setAll = (open) => folds.forEach((each) => (each.open = open));
  button.addEventListener('click', () => setAll(!isOpen()));
  for (const each of folds) each.addEventListener('toggle', label);
  label();
  place.append(' ', button);
  let before;
  addEventListener('beforeprint', () => {
    before = folds.map((each) => each.open);
    setAll(true);
  });
  addEventListener('afterprint', () => folds.forEach((each, index) => (each.open = before[index])));
}
