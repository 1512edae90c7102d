import { describe, expect, it } from '@jest/globals';
import { linkTerms, readTerms, unlinkedPages } from '../../scripts/link-terms.mjs';

const GLOSSARY = `## Tokens and markets

### Subnet token

_Also: subnet copy._ A copy.

## Orders

### Handle

A name.

## Execution

### Router

A contract.
`;

describe('linkTerms', () => {
  const link = (text: string) => linkTerms(text, readTerms(GLOSSARY), 'glossary.md');

  it('links the first use of a term, of its plural and of its other names', () => {
    expect(link('A handle. Two handles.')).toBe('A [handle](glossary.md#handle). Two handles.');
    expect(link('Some subnet\ncopys.')).toBe('Some [subnet\ncopys](glossary.md#subnet-token).');
  });

  it('leaves code, headings, tables, links and parts of words alone', () => {
    const text = '# Router\n\n`router`, a [router](x.md), multi-router\n\n| router |\n\n```sh\nrouter\n```\n';
    expect(link(text)).toBe(text);
  });
});

describe('the pages of docs', () => {
  it('link each term of the glossary where they first use it (npm run docs:terms adds links)', () => {
    expect(unlinkedPages().map(({ page }) => page)).toEqual([]);
  });
});
