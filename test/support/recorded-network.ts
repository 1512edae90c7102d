import { createHash } from 'node:crypto';
import { addressFromVersionHash, addressToString, Cl, cvToHex, hexToCV } from '@stacks/transactions';
import type { Vm } from '../../src/apps/devnet/vm/vm.js';

/** The contracts and the state of a VM, in the form in which a node serves them. */
export interface RecordedNetwork {
  /** Metadata as text, by `<contract>/<key>`. */
  readonly metadata: ReadonlyMap<string, string>;
  /** Values by the hash of their keys, as text to which the node adds the prefix `0x`. */
  readonly values: ReadonlyMap<string, string>;
  readonly interfaces: ReadonlyMap<string, object>;
  readonly sources: ReadonlyMap<string, string>;
  /** Unlocked microSTX by principal. */
  readonly stx: ReadonlyMap<string, bigint>;
}

/** Parts of the node's keys that tell the kind of a value (`StoreType` of stacks-core). */
const MAP = '0';
const VARIABLE = '1';
const TOKEN_BALANCE = '2';
const TOKEN_SUPPLY = '3';
const STX_BALANCE = '19';
/** Type in the keys of metadata, by the field of a contract's context to which the metadata belongs. */
const META_TYPES = { meta_data_map: 5, meta_data_var: 6, meta_ft: 7, meta_nft: 8 };

interface Context {
  readonly data_size: number;
  readonly [field: string]: unknown;
}

/** Pattern for the beginning of the VM's records about a contract. */
const IDENTIFIER = String.raw`"contract_identifier":\{"issuer":\[(\d+),\[([\d,]+)\]\],"name":"([\w-]+)"\}`;
const CONTEXT = {
  start: '{"contract_context":',
  pattern: new RegExp(`^\\{"contract_context":\\{${IDENTIFIER}`),
};
const ANALYSIS = {
  start: '{"contract_identifier":',
  pattern: new RegExp(`^\\{${IDENTIFIER},"private_function_types"`),
};
/** Number of characters that certainly contain such a beginning. */
const BEGINNING_LENGTH = 400;

/**
 * Records the deployers' contracts in the VM. Their analyses and the keys of their maps are searched for in the VM's memory, as the
 * VM wrote them; the values are requested from the VM.
 */
export function recordNetwork(vm: Vm, deployers: ReadonlySet<string>): RecordedNetwork {
  const simnet = vm['simnet'];
  const { buffer, byteOffset, byteLength } = vm.checkpoint();
  const memory = Buffer.from(buffer, byteOffset, byteLength);
  const isRecorded = (id: string) => deployers.has(id.split('.')[0] ?? '');
  const interfaces = new Map([...simnet.getContractsInterfaces()].filter(([id]) => isRecorded(id)));
  const sources = new Map([...interfaces.keys()].map((id) => [id, simnet.getContractSource(id) ?? '']));
  const metadata = new Map<string, string>();
  for (const [id, source] of sources) {
    metadata.set(`${id}/vm-metadata::9::contract-src`, source);
    metadata.set(`${id}/vm-metadata::9::contract-size`, String(source.length));
  }
  const isWanted = (id: string, key: string) => isRecorded(id) && !metadata.has(`${id}/${key}`);
  for (const [id, text] of jsonOf(memory, CONTEXT, (id) => isWanted(id, 'vm-metadata::9::contract')))
    recordContext(metadata, id, text);
  for (const [id, text] of jsonOf(memory, ANALYSIS, (id) => isWanted(id, 'analysis')))
    metadata.set(`${id}/analysis`, text);

  const values = new Map<string, string>();
  const record = (key: string, value: string) =>
    values.set(createHash('sha512-256').update(key).digest('hex'), value);
  for (const [id, { variables }] of interfaces)
    for (const { name, access } of variables)
      if (access === 'variable')
        record(`vm::${id}::${VARIABLE}::${name}`, hexOf(simnet.getDataVar(id, name)));
  for (const [id, map, key] of mapKeysIn(memory)) {
    if (!isRecorded(id)) continue;
    const entry = simnet.getMapEntry(id, map, hexToCV(key));
    record(`vm::${id}::${MAP}::${map}::${key}`, hexOf(entry));
  }
  const { STX: stx = new Map<string, bigint>(), ...tokens } = Object.fromEntries(simnet.getAssetsMap());
  for (const [asset, balances] of Object.entries(tokens))
    recordToken(record, tokenOf(interfaces, asset), balances);
  for (const [principal, amount] of stx)
    record(`vm-account::${principal}::${STX_BALANCE}`, `${wordOf(amount)}${'0'.repeat(48)}`);
  return { metadata, values, interfaces, sources, stx };
}

function recordContext(metadata: Map<string, string>, id: string, text: string): void {
  const { contract_context: context } = JSON.parse(text) as { readonly contract_context: Context };
  metadata.set(`${id}/vm-metadata::9::contract`, text);
  metadata.set(`${id}/vm-metadata::9::contract-data-size`, String(context.data_size));
  for (const [field, type] of Object.entries(META_TYPES))
    for (const [name, meta] of Object.entries(context[field] as object))
      metadata.set(`${id}/vm-metadata::${type}::${name}`, JSON.stringify(meta));
}

type Record = (key: string, value: string) => void;

type Interfaces = ReadonlyMap<string, { readonly fungible_tokens: readonly { readonly name: string }[] }>;

/** The token of an `asset`, which is `.<contract>.<token>` without the deployer. */
function tokenOf(interfaces: Interfaces, asset: string): readonly [id: string, token: string] {
  const [, contract, token = ''] = asset.split('.');
  const owners = [...interfaces].filter(
    ([id, { fungible_tokens: tokens }]) =>
      id.endsWith(`.${contract}`) && tokens.some(({ name }) => name === token),
  );
  const [[id] = ['']] = owners;
  if (owners.length !== 1) throw new Error(`${owners.length} contracts have the token ${asset}`);
  return [id, token];
}

function recordToken(
  record: Record,
  [id, token]: readonly [id: string, token: string],
  balances: ReadonlyMap<string, bigint>,
): void {
  let supply = 0n;
  for (const [principal, amount] of balances) {
    supply += amount;
    record(`vm::${id}::${TOKEN_BALANCE}::${token}::${principalJson(principal)}`, String(amount));
  }
  record(`vm::${id}::${TOKEN_SUPPLY}::${token}`, String(supply));
}

/** A principal in the form in which the node writes it in keys. */
function principalJson(principal: string): string {
  const bytes = [...Buffer.from(hexOf(Cl.principal(principal)), 'hex')];
  const issuer = [bytes[1], bytes.slice(2, 22)];
  const [, name] = principal.split('.');
  return JSON.stringify(name === undefined ? { Standard: issuer } : { Contract: { issuer, name } });
}

const hexOf = (value: unknown): string => cvToHex(value as Parameters<typeof cvToHex>[0]).replace(/^0x/, '');

const wordOf = (amount: bigint): string => amount.toString(16).padStart(32, '0');

function idOf([, version, hash = '', name]: readonly string[]): string {
  const bytes = Buffer.from(hash.split(',').map(Number));
  return `${addressToString(addressFromVersionHash(Number(version), bytes.toString('hex')))}.${name}`;
}

function* mapKeysIn(memory: Buffer): Generator<[id: string, map: string, key: string]> {
  for (const at of occurrences(memory, 'vm::S')) {
    const text = memory.toString('latin1', at, at + 600);
    const [, id, map, hex] =
      /^vm::([A-Z0-9]+\.[a-z0-9-]+)::0::([a-z-]+)::((?:[0-9a-f]{2})+)/.exec(text) ?? [];
    const key = hex === undefined ? undefined : valueAtStart(hex);
    if (id !== undefined && map !== undefined && key !== undefined) yield [id, map, key];
  }
}

/** The value at the beginning of the text, which may have other content after it; undefined if the value was partly overwritten. */
function valueAtStart(hex: string): string | undefined {
  try {
    const canonical = hexOf(hexToCV(hex));
    return hex.startsWith(canonical) ? canonical : undefined;
  } catch {
    return undefined;
  }
}

/** The JSON objects in memory with this beginning, each with the contract that it is about. Overwritten copies are left out. */
function* jsonOf(
  memory: Buffer,
  { start, pattern }: typeof CONTEXT,
  isWanted: (id: string) => boolean,
): Generator<[id: string, text: string]> {
  for (const at of occurrences(memory, start)) {
    const beginning = pattern.exec(memory.toString('latin1', at, at + BEGINNING_LENGTH));
    if (beginning === null || !isWanted(idOf(beginning))) continue;
    const text = memory.toString('utf8', at, endOfObject(memory, at));
    if (isJson(text)) yield [idOf(beginning), text];
  }
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function* occurrences(memory: Buffer, text: string): Generator<number> {
  for (let at = memory.indexOf(text); at !== -1; at = memory.indexOf(text, at + 1)) yield at;
}

function endOfObject(memory: Buffer, start: number): number {
  const [quote, backslash, open, close] = [0x22, 0x5c, 0x7b, 0x7d];
  let depth = 0;
  let isText = false;
  for (let at = start; at < memory.length; at++) {
    const byte = memory[at];
    // JSON text contains no control characters, so the object was overwritten.
    if (byte === undefined || byte < 0x20) return start;
    if (isText && byte === backslash) at += 1;
    else if (byte === quote) isText = !isText;
    else if (!isText && byte === open) depth += 1;
    else if (!isText && byte === close && --depth === 0) return at + 1;
  }
  return start;
}
