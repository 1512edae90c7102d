import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { findBareDescriptions, findBareDocstrings, findWords, readRules } from '../../scripts/lint-words.mjs';

const guide = (list: string) => `# Guide\n\n\`\`\`words\n${list}\n\`\`\`\n`;

describe('readRules', () => {
  it('reads every line of the contributor guide', () => {
    const rules = readRules(readFileSync('CONTRIBUTING.md', 'utf8'));
    expect(rules.length).toBeGreaterThan(10);
  });

  it('throws when the guide has no list', () => {
    expect(() => readRules('# Guide')).toThrow('has no list of words');
  });

  it('throws when a line does not say what to write instead', () => {
    expect(() => readRules(guide('ye'))).toThrow('"ye" does not say what to write instead');
  });
});

describe('findWords', () => {
  const rules = readRules(guide('ye  you\nart? thou  are you'));

  it('reports line, word and replacement in any case', () => {
    expect(findWords('fine\nread Ye', rules)).toEqual([{ line: 2, word: 'Ye', instead: 'you' }]);
  });

  it('reports phrases by their pattern', () => {
    expect(findWords('where art thou now', rules)).toHaveLength(1);
  });

  it('leaves parts of longer words alone', () => {
    expect(findWords('eye, ye-ish', rules)).toEqual([]);
  });
});

describe('findBareDocstrings', () => {
  it.each(['/** What it costs. */', '/**\n   * Where the file is.\n   */', '/** Their number. */'])(
    'reports %j, whose noun is left out',
    (docstring) => {
      expect(findBareDocstrings(`const a = 1;\n${docstring}\nconst b = 2;`)).toMatchObject([{ line: 2 }]);
    },
  );

  it('leaves docstrings alone that begin with a noun, and other comments', () => {
    expect(findBareDocstrings('/** Cost. What it is, how it grows. */\n// What for\n/* How */')).toEqual([]);
  });
});

describe('findBareDescriptions', () => {
  it.each([
    "a: text('what it costs')",
    "a: orNull(time('when it ends'))",
    "a: list(ORDER, 'those that wait')",
    "summary: 'How an order is sent'",
    'description:\n    `Its price`',
  ])('reports %j, which begins with a question word or a pronoun', (described) => {
    expect(findBareDescriptions(described)).toHaveLength(1);
  });

  it('leaves descriptions alone that begin with a noun or "whether", and other strings', () => {
    const fine =
      "flag('whether it is open'); text('time at which it ends'); sentence: 'This address is full'";
    expect(findBareDescriptions(fine)).toEqual([]);
  });
});
