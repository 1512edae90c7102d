/* global document, matchMedia */
// Search of the static docs: reads its index when the reader first comes to the field.
import { DocsIndex } from '../../src/apps/page/docs/docs-index.ts';

const field = document.querySelector('#search');
const list = document.querySelector('#found');
const contents = document.querySelector('.docs-contents');
// Closed at first on a phone, where the contents would fill the screen.
contents.open = matchMedia('(min-width: 60em)').matches;

let index;
const load = () =>
  (index ??= fetch('search.json')
    .then((answer) => answer.json())
    .then((sections) => DocsIndex.over(sections)));

function entryOf({ title, heading, route, excerpt }) {
  const item = document.createElement('li');
  const link = Object.assign(document.createElement('a'), { href: route });
  link.textContent = heading === '' ? title : `${title} · ${heading}`;
  const text = document.createElement('small');
  for (const { text: words, isHit } of excerpt) {
    const piece = document.createElement(isHit ? 'mark' : 'i');
    piece.textContent = words;
    text.append(piece);
  }
  item.append(link, text);
  return item;
}

async function search() {
  const text = field.value.trim();
  const { best } = text === '' ? { best: [] } : (await load()).find(text);
  if (text !== field.value.trim()) return;
  list.replaceChildren(...best.map(entryOf));
  list.hidden = text === '';
  contents.hidden = text !== '';
}

field.addEventListener('focus', () => void load(), { once: true });
field.addEventListener('input', () => void search());
