import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { DEVNET_OPERATOR } from '../../../src/apps/devnet/index.js';
import { ConfigError } from '../../../src/apps/server/config.js';
import { operatorWalletsOf, readOperatorKeys } from '../../../src/apps/server/operator-key.js';

const KEY = 'ab'.repeat(32);
const SECOND = 'cd'.repeat(32);

describe('operatorWalletsOf', () => {
  it('returns the wallets of the setting, and without it one whose key is public, on devnet only', () => {
    const own = 'SP2ZNGJ85ENDY6QRHQ5P2D4FXKGZWCKTB2T0Z55KS';
    expect(operatorWalletsOf({ network: 'mainnet', operatorWallets: [own] })).toEqual([own]);
    expect(operatorWalletsOf({ network: 'devnet', operatorWallets: [] })).toEqual([]);
    expect(operatorWalletsOf({ network: 'mainnet', operatorWallets: undefined })).toEqual([]);
    expect(operatorWalletsOf({ network: 'testnet', operatorWallets: undefined })).toEqual([]);
    const devnet = operatorWalletsOf({ network: 'devnet', operatorWallets: undefined });
    expect(devnet).toEqual([DEVNET_OPERATOR.address]);
  });
});

describe('readOperatorKeys', () => {
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
    readOperatorKeys({ network: 'mainnet', operatorKeys: undefined, operatorKeyFile }, log);

  it.each([KEY, `${KEY}\n`, `  ${KEY}01\r\n`])(
    'reads a key from a file, without the white space around it',
    async (content) => {
      expect(await read(await file(content))).toEqual([`${KEY}01`]);
      expect(warnings).toEqual([]);
    },
  );

  it.each([0o644, 0o640, 0o620])('warns of a file that other users may open: mode %o', async (mode) => {
    const path = await file(KEY, mode);
    expect(await read(path)).toEqual([`${KEY}01`]);
    expect(warnings).toEqual([{ path, mode: mode.toString(8) }]);
  });

  it('refuses a malformed key without quoting it', async () => {
    const error = await read(await file(`${KEY}02`)).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConfigError);
    expect(String(error)).toContain('line 1 of SLUICE_OPERATOR_KEY_FILE must be 64 hex characters');
    expect(String(error)).not.toContain('abab');
  });

  it('reads one key per line, in order, between blank lines and comments', async () => {
    const path = await file(`# the operator\n${SECOND}\n\n${KEY} # the second\r\n`);
    expect(await read(path)).toEqual([`${SECOND}01`, `${KEY}01`]);
  });

  it.each([
    ['line 4 of SLUICE_OPERATOR_KEY_FILE must be 64 hex', `${KEY}\n# more\n\n${SECOND}02\n`],
    ['line 3 of SLUICE_OPERATOR_KEY_FILE repeats line 1', `${KEY}\n${SECOND}\n${KEY.toUpperCase()}01\n`],
    ['SLUICE_OPERATOR_KEY_FILE holds no key', '# none yet\n\n'],
  ])('refuses a file, %s, without quoting it', async (reason, content) => {
    const error = await read(await file(content)).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConfigError);
    expect(String(error)).toContain(reason);
    expect(String(error).toLowerCase()).not.toMatch(/abab|cdcd/);
  });

  it('refuses a setting that names an account twice', async () => {
    const settings = {
      network: 'mainnet',
      operatorKeys: `${KEY},${KEY}01`,
      operatorKeyFile: undefined,
    } as const;
    await expect(readOperatorKeys(settings, log)).rejects.toThrow(
      'key 2 of SLUICE_OPERATOR_KEY repeats key 1',
    );
  });

  it.each([
    ['a file that does not exist', () => join(folder, 'missing'), 'ENOENT'],
    ['a folder', () => folder, 'EISDIR'],
  ])('refuses %s', async (_, path, code) => {
    await expect(read(path())).rejects.toThrow(`SLUICE_OPERATOR_KEY_FILE cannot be read: ${code}`);
  });

  it('reads the setting, uses the development key on devnet only, and has none elsewhere', async () => {
    const none = { operatorKeys: undefined, operatorKeyFile: undefined };
    const set = (operatorKeys: string) =>
      readOperatorKeys({ ...none, network: 'mainnet', operatorKeys }, log);
    expect(await set(KEY)).toEqual([`${KEY}01`]);
    expect(await set(`${KEY}, ${SECOND}01`)).toEqual([`${KEY}01`, `${SECOND}01`]);
    expect(await readOperatorKeys({ ...none, network: 'devnet' }, log)).toEqual([DEVNET_OPERATOR.privateKey]);
    expect(await readOperatorKeys({ ...none, network: 'mainnet' }, log)).toEqual([]);
  });
});
