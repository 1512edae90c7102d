import { confirm, print, printNote, printTable } from '../../../adapters/terminal/index.js';
import type { MetadataFields } from '../../../sdk/client/index.js';
import { printJson, type JsonOption } from '../result.js';
import { openWallet, type TradingOptions } from '../service/trading.js';
import { UsageError } from '../usage-error.js';
import { readRecord } from './read-record.js';

export interface SaveOptions extends TradingOptions, JsonOption {
  /** Whether to sign without asking. */
  readonly yes: boolean;
}

/** Signs a record as the token's deployer and stores it on the server. */
export async function saveMetadata(token: string, source: string, options: SaveOptions): Promise<number> {
  const record = (await readRecord(source)) as MetadataFields;
  const { client, wallet } = await openWallet(options);
  if (token.split('.')[0] !== wallet.address)
    throw new UsageError(`${wallet.address} did not deploy ${token}: its deployer signs its metadata`);
  const fields = Object.entries(record).map(([name, value]) => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  printTable(
    ['what is signed', ''],
    [['server', options.url], ['wallet', wallet.address], ['token', token], ...fields],
    process.stderr,
  );
  if (!options.yes && !(await confirm('Sign and save it?'))) {
    printNote('nothing was signed');
    return 1;
  }
  const saved = await client.metadata.save(token, record);
  if (options.json === true) printJson(saved);
  else print(`saved the metadata of ${token}`);
  return 0;
}
