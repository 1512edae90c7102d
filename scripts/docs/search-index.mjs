// Collects what the search of the docs finds: each section of each page, and each operation. The page builds its index from them.

/** Length to which texts are cut. Longer ones, such as the table of all threats, would make up most of the file. */
const MOST_CHARACTERS = 4_000;

/** The sections, with each text on a single line. */
export const searchSections = (sections) =>
  sections.map(({ title, heading, text, route }) => ({
    ...{ title, heading, route },
    text: onOneLine(text).slice(0, MOST_CHARACTERS),
  }));

const onOneLine = (text) =>
  text
    .replace(/\s+/g, ' ')
    .replace(/ (?=[.,;:)?!])/g, '')
    .replaceAll('( ', '(')
    .trim();
