// What the search of the docs finds: each section of each page, and each operation. The page makes its index of these.

/** Longer texts, such as the table of all threats, would be most of the file. */
const MOST_CHARACTERS = 4_000;

/** The sections with their texts on one line each. */
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
