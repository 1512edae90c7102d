import { createHash } from 'node:crypto';
import { addressFromVersionHash, addressToString, Cl, cvToHex, hexToCV } from '@stacks/transactions';
import type { Vm } from '../../src/adapters/devnet/vm.js';

/** The contracts and the state of a VM in the form in which a node serves them. */
export interface RecordedNetwork {
  /** By `<contract>/<key>`, as text. */
  readonly metadata: ReadonlyMap<string, string>;
  /** By the hash of its key, as the text that the node puts `0x` in front of. */
  readonly values: ReadonlyMap<string, string>;
  readonly interfaces: ReadonlyMap<string, object>;
  readonly sources: ReadonlyMap<string, string>;
  /** Unlocked microSTX by principal. */
  readonly stx: ReadonlyMap<string, bigint>;
}

/** The parts of the node's keys that tell of what kind a value is (`StoreType` of stacks-core). */
const MAP = '0';
const VARIABLE = '1';
const TOKEN_BALANCE = '2';
const TOKEN_SUPPLY = '3';
const STX_BALANCE = '19';
/** By the field of a contract's context: the type in the key of each entry's metadata. */
const META_TYPES = { meta_data_map: 5, meta_data_var: 6, meta_ft: 7, meta_nft: 8 };

interface Context {
  readonly contract_identifier: Identifier;
  readonly data_size: number;
  readonly [field: string]: unknown;
}

interface Identifier {
  readonly issuer: [version: number, hash: number[]];
  readonly name: string;
}

/**
 * Records what contracts of the deployer's are in the VM. Their analyses and the keys of their maps are found in its memory,
 * as the VM wrote them; values are asked from the VM.
 */
export function recordNetwork(vm: Vm, deployer: string): RecordedNetwork {
  const simnet = vm['simnet'];
  const { buffer, byteOffset, byteLength } = vm.checkpoint();
  const memory = Buffer.from(buffer, byteOffset, byteLength);
  const interfaces = new Map([...simnet.getContractsInterfaces()].filter(([id]) => id.startsWith(deployer)));
  const sources = new Map([...interfaces.keys()].map((id) => [id, simnet.getContractSource(id) ?? '']));
  const metadata = new Map<string, string>();
  for (const [id, source] of sources) {
    metadata.set(`${id}/vm-metadata::9::contract-src`, source);
    metadata.set(`${id}/vm-metadata::9::contract-size`, String(source.length));
  }
  for (const [text, { contract_context: context }] of jsonIn<{ contract_context: Context }>(
    memory,
    '{"contract_context":{"contract_identifier"',
  ))
    recordContext(metadata, text, context);
  for (const [text, analysis] of jsonIn<Context>(memory, '{"contract_identifier":{"issuer"'))
    if ('private_function_types' in analysis) metadata.set(`${idOf(analysis)}/analysis`, text);

  const values = new Map<string, string>();
  const record = (key: string, value: string) =>
    values.set(createHash('sha512-256').update(key).digest('hex'), value);
  for (const [id, { variables }] of interfaces)
    for (const { name, access } of variables)
      if (access === 'variable')
        record(`vm::${id}::${VARIABLE}::${name}`, hexOf(simnet.getDataVar(id, name)));
  for (const [id, map, key] of mapKeysIn(memory, deployer)) {
    const entry = simnet.getMapEntry(id, map, hexToCV(key) as never);
    record(`vm::${id}::${MAP}::${map}::${key}`, hexOf(entry));
  }
  const { STX: stx = new Map<string, bigint>(), ...tokens } = Object.fromEntries(simnet.getAssetsMap());
  for (const [asset, balances] of Object.entries(tokens)) recordToken(record, deployer, asset, balances);
  for (const [principal, amount] of stx)
    record(`vm-account::${principal}::${STX_BALANCE}`, `${wordOf(amount)}${'0'.repeat(48)}`);
  return { metadata, values, interfaces, sources, stx };
}

function recordContext(metadata: Map<string, string>, text: string, context: Context): void {
  const id = idOf(context);
  metadata.set(`${id}/vm-metadata::9::contract`, text);
  metadata.set(`${id}/vm-metadata::9::contract-data-size`, String(context.data_size));
  for (const [field, type] of Object.entries(META_TYPES))
    for (const [name, meta] of Object.entries(context[field] as object))
      metadata.set(`${id}/vm-metadata::${type}::${name}`, JSON.stringify(meta));
}

type Record = (key: string, value: string) => void;

/** `asset`: `.<contract>.<token>`. */
function recordToken(
  record: Record,
  deployer: string,
  asset: string,
  balances: ReadonlyMap<string, bigint>,
): void {
  const [, contract, token] = asset.split('.');
  const id = `${deployer}.${contract}`;
  let supply = 0n;
  for (const [principal, amount] of balances) {
    supply += amount;
    record(`vm::${id}::${TOKEN_BALANCE}::${token}::${principalJson(principal)}`, String(amount));
  }
  record(`vm::${id}::${TOKEN_SUPPLY}::${token}`, String(supply));
}

/** A principal as the node writes it in keys. */
function principalJson(principal: string): string {
  const bytes = [...Buffer.from(hexOf(Cl.principal(principal)), 'hex')];
  const issuer = [bytes[1], bytes.slice(2, 22)];
  const [, name] = principal.split('.');
  return JSON.stringify(name === undefined ? { Standard: issuer } : { Contract: { issuer, name } });
}

const hexOf = (value: unknown): string => cvToHex(value as Parameters<typeof cvToHex>[0]).replace(/^0x/, '');

const wordOf = (amount: bigint): string => amount.toString(16).padStart(32, '0');

function idOf({ contract_identifier: { issuer, name } }: Context): string {
  const [version, hash] = issuer;
  return `${addressToString(addressFromVersionHash(version, Buffer.from(hash).toString('hex')))}.${name}`;
}

function* mapKeysIn(memory: Buffer, deployer: string): Generator<[id: string, map: string, key: string]> {
  for (const at of occurrences(memory, `vm::${deployer}.`)) {
    const text = memory.toString('latin1', at, at + 600);
    const [, id, map, hex] =
      /^vm::([A-Z0-9]+\.[a-z0-9-]+)::0::([a-z-]+)::((?:[0-9a-f]{2})+)/.exec(text) ?? [];
    const key = hex === undefined ? undefined : valueAtStart(hex);
    if (id !== undefined && map !== undefined && key !== undefined) yield [id, map, key];
  }
}

/** The first value in the text, whatever follows it; undefined for a key that was overwritten in part. */
function valueAtStart(hex: string): string | undefined {
  try {
    const canonical = hexOf(hexToCV(hex));
    return hex.startsWith(canonical) ? canonical : undefined;
  } catch {
    return undefined;
  }
}

/** The JSON objects that begin like this; copies that were overwritten in part are left out. */
function* jsonIn<T>(memory: Buffer, beginning: string): Generator<[text: string, value: T]> {
  for (const at of occurrences(memory, beginning)) {
    const end = endOfObject(memory, at);
    const text = memory.toString('utf8', at, end);
    try {
      yield [text, JSON.parse(text) as T];
    } catch (cause) {
      if (!(cause instanceof SyntaxError)) throw cause;
    }
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
    // Text of JSON has no control characters: the object was overwritten.
    if (byte === undefined || byte < 0x20) return start;
    if (isText && byte === backslash) at += 1;
    else if (byte === quote) isText = !isText;
    else if (!isText && byte === open) depth += 1;
    else if (!isText && byte === close && --depth === 0) return at + 1;
  }
  return start;
}
