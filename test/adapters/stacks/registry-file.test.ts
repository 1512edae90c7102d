import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { openRegistryFile, type RegistryFile } from '../../../src/adapters/stacks/registry/registry-file.js';
import type { InvalidRegistry } from '../../../src/adapters/stacks/registry/registry.js';
import type { Registry } from '../../../src/domain/market/registry.js';
import { A, aRegistryDocument } from './support/registry-document.js';

const NEVER_MS = 3_600_000;

let folder: string;
let path: string;
let reloads: Registry[];
let errors: InvalidRegistry[];
let opened: RegistryFile[];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'registry-'));
  path = join(folder, 'registry.json');
  reloads = [];
  errors = [];
  opened = [];
});

afterEach(async () => {
  for (const file of opened) file.close();
  await rm(folder, { recursive: true });
});

async function open(): Promise<RegistryFile> {
  const file = await openRegistryFile(path, {
    network: 'testnet',
    pollMs: NEVER_MS,
    onReload: (registry) => reloads.push(registry),
    onError: (error) => errors.push(error),
  });
  if (!file.ok) throw new Error(file.error.problems.join('\n'));
  opened.push(file.value);
  return file.value;
}

const write = (document: unknown) => writeFile(path, JSON.stringify(document));
const withoutVaults = () => ({ ...aRegistryDocument(), vaults: [] });

describe('openRegistryFile', () => {
  it('returns the same registry object while the file is unchanged', async () => {
    await write(aRegistryDocument());
    const file = await open();
    const first = file.current();
    await file.refresh();
    expect(file.current()).toBe(first);
    expect(first.vaults).toHaveLength(2);
    expect(reloads).toEqual([]);
  });

  it('applies a changed file without a restart', async () => {
    await write(aRegistryDocument());
    const file = await open();
    await write(withoutVaults());
    await file.refresh();
    expect(file.current().vaults).toEqual([]);
    expect(reloads).toEqual([file.current()]);
  });

  it('applies a file that replaced the old one', async () => {
    await write(aRegistryDocument());
    const file = await open();
    const other = join(folder, 'other.json');
    await writeFile(other, JSON.stringify(withoutVaults()));
    await rename(other, path);
    await file.refresh();
    expect(file.current().vaults).toEqual([]);
  });

  it('keeps the old registry when the file becomes invalid, reports that once, and applies the next valid file', async () => {
    await write(aRegistryDocument());
    const file = await open();
    const first = file.current();
    await write({ ...aRegistryDocument(), wstx: 7 });
    await file.refresh();
    await file.refresh();
    expect(file.current()).toBe(first);
    expect(errors.map(({ problems }) => problems)).toEqual([['wstx: must be a string']]);

    await writeFile(path, '{');
    await file.refresh();
    expect(errors[1]?.problems[0]).toContain('is not JSON');

    await rm(path);
    await file.refresh();
    expect(errors[2]?.problems).toEqual([`${path}: cannot be read (ENOENT)`]);

    await write(withoutVaults());
    await file.refresh();
    expect(file.current().vaults).toEqual([]);
    expect(errors).toHaveLength(3);
  });

  it('checks the file without being called', async () => {
    await write(aRegistryDocument());
    const reloaded = new Promise<Registry>((resolve) => {
      void openRegistryFile(path, { network: 'testnet', pollMs: 5, onReload: resolve }).then(async (file) => {
        if (file.ok) opened.push(file.value);
        await write(withoutVaults());
      });
    });
    expect((await reloaded).vaults).toEqual([]);
  });

  it.each([
    ['absent', undefined, 'cannot be read (ENOENT)'],
    ['not JSON', 'tokens:', 'is not JSON'],
    ['not valid', `{"network":"testnet","wstx":"${A}"}`, 'wstx: must be a contract id'],
  ])('refuses to open a file that is %s', async (_, text, problem) => {
    if (text !== undefined) await writeFile(path, text);
    const file = await openRegistryFile(path, { network: 'testnet' });
    expect(file).toEqual({
      ok: false,
      error: {
        kind: 'invalid-registry',
        problems: expect.arrayContaining([expect.stringContaining(problem)]),
      },
    });
  });
});
