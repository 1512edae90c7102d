// Reads the pages of docs for the page of the server: in rooms, and in the order in which docs/README.md links them.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { posix } from 'node:path';

const DOCS = 'docs';
/** Folder of the pages that the build writes. Their paths in it are those in docs, where a page only says where to find them. */
export const BUILT = 'build/docs';
const ROOMS = ['tutorials', 'how-to', 'reference', 'explanation'];
/** Folder of the files that a page may show in full. */
const EXAMPLES = `${DOCS}/examples/`;

const HEADING = /^## (.*)$/;
const LINKED = /\]\(([\w-]+\/[\w-]+\.md)\)/g;

/** Reads the room of each heading of docs/README.md, and the pages that the heading's section links. */
function readIndex(text) {
  const titles = new Map();
  const linked = [];
  let heading = '';
  for (const line of text.split('\n')) {
    heading = HEADING.exec(line)?.[1] ?? heading;
    if (heading === '') continue;
    for (const [, path] of line.matchAll(LINKED)) {
      linked.push(path);
      if (!titles.has(posix.dirname(path))) titles.set(posix.dirname(path), heading);
    }
  }
  return { titles, linked };
}

const titleOf = (markdown, file) => {
  const [, title] = /^# (.*)$/m.exec(markdown) ?? [];
  if (title === undefined) throw new Error(`${file} has no title`);
  return title.replaceAll('`', '');
};

/** The text of a file of docs; the built version if there is one. */
export function readDoc(path) {
  const built = `${BUILT}/${path}`;
  return readFileSync(existsSync(built) ? built : `${DOCS}/${path}`, 'utf8');
}

/** The pages `{ file, room, id, title, markdown }` of each room `{ id, title, pages }`. */
export function readRooms() {
  const { titles, linked } = readIndex(readFileSync(`${DOCS}/README.md`, 'utf8'));
  return ROOMS.map((room) => {
    const files = readdirSync(`${DOCS}/${room}`).filter((name) => name.endsWith('.md'));
    const paths = [...new Set(linked.filter((path) => posix.dirname(path) === room))];
    const missing = files.filter((name) => !paths.includes(`${room}/${name}`));
    if (missing.length > 0) throw new Error(`docs/README.md does not link ${missing.join(', ')} of ${room}`);
    const pages = paths.map((path) => {
      const markdown = readDoc(path);
      return {
        ...{ file: `${DOCS}/${path}`, room, id: posix.basename(path, '.md') },
        ...{ title: titleOf(markdown, path), markdown },
      };
    });
    return { id: room, title: titles.get(room).replace(/:.*/, ''), about: titles.get(room), pages };
  });
}

export const HOME = { file: `${DOCS}/README.md`, room: '', id: 'home' };
export const readHome = () => {
  const markdown = readFileSync(HOME.file, 'utf8');
  return { ...HOME, title: titleOf(markdown, HOME.file), markdown };
};

/** Whether the file is an example that pages show in full. */
export const isExample = (file) => file.startsWith(EXAMPLES) && file.length > EXAMPLES.length;

/** The address of the file in the repository. */
export function repositoryUrl(file, { repository }) {
  const url = repository.url.replace(/^git\+/, '').replace(/\.git$/, '');
  return `${url}/blob/main/${file}`;
}
