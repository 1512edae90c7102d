import { readFileSync } from 'node:fs';

/** The version in package.json, two folders above this module wherever it is compiled to. */
export function programVersion(): string {
  const text = readFileSync(new URL('../../package.json', import.meta.url), 'utf8');
  return (JSON.parse(text) as { readonly version: string }).version;
}
