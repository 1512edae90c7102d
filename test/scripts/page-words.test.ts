import { describe, expect, it } from '@jest/globals';
import { allProblems, inLanguage, problemsOf } from '../../scripts/page-words/catalogue.mjs';
import { wordsOf } from '../../scripts/page-words/words.mjs';

const keysOf = (text: string, file = 'view.tsx') => wordsOf(file, text).map(({ key }) => key);

describe('the words of the page', () => {
  it.each([
    ['the text of an element', '<p>Hello</p>', ['Hello']],
    ['a text over several lines', '<p>\n  One line,\n  and another.\n</p>', ['One line, and another.']],
    ['a text with expressions and elements', '<p>{count} of <b>all</b></p>', ['all', '{0} of {1}']],
    ['a space that is written as an expression', "<p>Fee{' '}{fee}</p>", ['Fee {0}']],
    ['a label', '<Field label="amount" class="wide field" name="amount" />', ['amount']],
    ['the branches of an expression', "<p>{isOn ? 'on' : 'off'}</p>", ['on', 'off']],
    ['a string of two words', "const text = 'at least';", ['at least']],
    ['a string with a capital', "const text = 'Sent';", ['Sent']],
    ['a template', 'const text = `${count} blocks`;', ['{0} blocks']],
    [
      'a template within another one',
      "const text = `It is ${isOn ? 'on' : 'off'}.`;",
      ['on', 'off', 'It is {0}.'],
    ],
  ])('are %s', (_what, text, keys) => expect(keysOf(text)).toEqual(keys));

  it.each([
    "import { a } from './Some file.js';",
    "const one: 'Some type' = other;",
    "const kind = 'limit'; if (kind === 'now') use(kinds['stop']);",
    "throw new Error('For developers alone');",
    '<p class="Some class">{amount}</p>',
    "document.querySelector('main Input');",
    'const key = `${a}-${b}`;',
    'const { CONSTANT } = window;',
  ])('are not in %s', (text) => expect(keysOf(text)).toEqual([]));

  it('are those of a document between its tags, and its description', () => {
    const text =
      '<meta name="description" content="A page." /><p>\n  Some\n  words {{x}}</p><p>{{x}}</p><a>Link</a>';
    expect(keysOf(text.replace(' {{x}}', ''), 'index.html')).toEqual(['A page.', 'Some words', 'Link']);
  });
});

describe('a source in another language', () => {
  const german = (text: string, catalogue: Readonly<Record<string, string>>) =>
    inLanguage(catalogue, 'view.tsx', text);

  it('has the parts of a template in the order of the translation', () =>
    expect(german('f(`${a} moves by ${b}.`)', { '{0} moves by {1}.': 'Um {1} bewegt sich {0}.' })).toBe(
      'f(`Um ${b} bewegt sich ${a}.`)',
    ));

  it('has the parts of an element in the order of the translation', () =>
    expect(german('<p>Copy <b>{name}</b></p>', { 'Copy {0}': '{0} kopieren' })).toBe(
      '<p><b>{name}</b>{" kopieren"}</p>',
    ));

  it('escapes what the code would read', () =>
    expect(
      german('f(`${a} or b`, <a title="An old name" />)', {
        '{0} or b': '`${b}` \\ {0}',
        'An old name': 'Ein "Name"',
      }),
    ).toBe('f(`\\`\\${b}\\` \\\\ ${a}`, <a title={"Ein \\"Name\\""} />)'));

  it('is otherwise the same', () => {
    const code = 'const a = <A b={c}>\n  {d}\n</A>; // A comment\nconst e = `f-${g}`;';
    expect(german(code, {})).toBe(code);
  });

  it('names the place of a sentence without a translation', () =>
    expect(() => german('\nf("No such sentence")', {})).toThrow(
      'view.tsx:2: "No such sentence" has no translation',
    ));
});

describe('a catalogue', () => {
  const sentences = [{ file: 'view.tsx', line: 3, key: '{0} of {1}' }];

  it('lacks nothing if each sentence has a translation with the same placeholders', () =>
    expect(problemsOf({ '{0} of {1}': '{1} von {0}' }, sentences)).toEqual([]));

  it('is refused with the list of missing, unused and broken translations', () => {
    expect(problemsOf({ 'No longer': 'Nicht mehr' }, sentences)).toEqual([
      'view.tsx:3  no translation of "{0} of {1}"',
      '"No longer" is no sentence of the page',
    ]);
    expect(problemsOf({ '{0} of {1}': 'von {0}' }, sentences)).toEqual([
      '"{0} of {1}" has other placeholders than "von {0}"',
    ]);
  });

  it('of each language of the page is complete', () => expect(allProblems()).toEqual([]));
});
