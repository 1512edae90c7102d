import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ConfigError } from '../../src/process/config.js';
import { readOperatorKey } from '../../src/process/operator-key.js';

const KEY = 'ab'.repeat(32);

describe('readOperatorKey', () => {
  let folder: string;
  let warnings: object[];
  const log = { warn: (facts: object) => void warnings.push(facts) };

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'sluice-test-key-'));
    warnings = [];
  });
  afterEach(() => rm(folder, { recursive: true }));

  const file = async (content: string, mode = 0o600) => {
    const path = join(folder, 'key');
    await writeFile(path, content);
    await chmod(path, mode);
    return path;
  };
  const read = (operatorKeyFile: string) =>
    readOperatorKey({ network: 'mainnet', operatorKey: undefined, operatorKeyFile }, log);

  it.each([KEY, `${KEY}\n`, `  ${KEY}01\r\n`])(
    'reads a key from a file, without the white space around it',
    async (content) => {
      expect(await read(await file(content))).toBe(`${KEY}01`);
      expect(warnings).toEqual([]);
    },
  );

  it.each([0o644, 0o640, 0o620])('warns of a file that other users may open: mode %o', async (mode) => {
    const path = await file(KEY, mode);
    expect(await read(path)).toBe(`${KEY}01`);
    expect(warnings).toEqual([{ path, mode: mode.toString(8) }]);
  });

  it('refuses a malformed key without quoting it', async () => {
    const error = await read(await file(`${KEY}02`)).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConfigError);
    expect(String(error)).toContain('SLUICE_OPERATOR_KEY_FILE must be 64 hex characters');
    expect(String(error)).not.toContain('abab');
  });

  it.each([
    ['a file that does not exist', () => join(folder, 'missing'), 'ENOENT'],
    ['a folder', () => folder, 'EISDIR'],
  ])('refuses %s', async (_, path, code) => {
    await expect(read(path())).rejects.toThrow(`SLUICE_OPERATOR_KEY_FILE cannot be read: ${code}`);
  });

  it('reads the setting, uses the development key on devnet only, and is undefined elsewhere', async () => {
    const none = { operatorKey: undefined, operatorKeyFile: undefined };
    expect(await readOperatorKey({ ...none, network: 'mainnet', operatorKey: KEY }, log)).toBe(`${KEY}01`);
    expect(await readOperatorKey({ ...none, network: 'devnet' }, log)).toHaveLength(66);
    expect(await readOperatorKey({ ...none, network: 'mainnet' }, log)).toBeUndefined();
  });
});
