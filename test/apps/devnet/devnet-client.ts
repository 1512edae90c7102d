import { randomUUID } from 'node:crypto';
import {
  Cl,
  cvToHex,
  hexToCV,
  makeContractCall,
  PostConditionMode,
  type ClarityValue,
  type PostCondition,
} from '@stacks/transactions';
import type { Devnet } from '../../../dist/apps/devnet/index.js';
import type { SignedOrder } from '../../../src/ports/index.js';
import { A_WALLET, signOrder } from '../../support/signing.js';

export interface JsonAnswer<T> {
  readonly status: number;
  readonly body: T;
}

export interface TransactionJson {
  readonly tx_status: string;
  readonly tx_result?: { readonly hex: string; readonly repr: string };
  readonly block_height?: number;
  readonly block_hash?: string;
  readonly vm_error?: string | null;
}

export interface RejectionJson {
  readonly error: string;
  readonly reason: string;
  readonly reason_data: Readonly<Record<string, unknown>> | null;
  readonly txid: string;
}

export interface NoncesJson {
  readonly last_executed_tx_nonce: number | null;
  readonly last_mempool_tx_nonce: number | null;
  readonly possible_next_nonce: number;
  readonly detected_missing_nonces: readonly number[];
  readonly detected_mempool_nonces: readonly number[];
}

export interface CallOptions {
  readonly senderKey: string;
  readonly nonce: number;
  readonly fee?: number;
  readonly mode?: PostConditionMode;
  readonly postConditions?: PostCondition[];
}

/** A client of a devnet's node interface and of its controls. */
export class DevnetClient {
  /** @param opened returns the devnet, once it has started. */
  constructor(private readonly opened: () => Devnet) {}

  get devnet(): Devnet {
    return this.opened();
  }

  async get<T>(path: string): Promise<JsonAnswer<T>> {
    const response = await fetch(this.devnet.stacksApiUrl + path);
    return { status: response.status, body: (await response.json()) as T };
  }

  async control<T = { tip: { height: number; hash: string } }>(
    path: string,
    body: object = {},
  ): Promise<JsonAnswer<T>> {
    const response = await fetch(`${this.devnet.controlUrl}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    return { status: response.status, body: (await response.json()) as T };
  }

  mine = (blocks = 1) => this.control('/mine', { blocks });

  async tipHeight(): Promise<number> {
    return (await this.get<{ stacks_tip_height: number }>('/v2/info')).body.stacks_tip_height;
  }

  async send(raw: Uint8Array): Promise<JsonAnswer<string | RejectionJson>> {
    const response = await fetch(`${this.devnet.stacksApiUrl}/v2/transactions`, {
      method: 'POST',
      headers: { 'content-type': 'application/octet-stream' },
      body: raw,
    });
    return { status: response.status, body: (await response.json()) as string | RejectionJson };
  }

  transaction = (txid: string) => this.get<TransactionJson>(`/extended/v1/tx/${txid}`);

  nonces = (account: string) => this.get<NoncesJson>(`/extended/v1/address/${account}/nonces`);

  async read(contractId: string, functionName: string, args: readonly ClarityValue[]): Promise<ClarityValue> {
    const response = await fetch(
      `${this.devnet.stacksApiUrl}/v2/contracts/call-read/${contractId.replace('.', '/')}/${functionName}`,
      { method: 'POST', body: JSON.stringify({ sender: this.alice.address, arguments: args.map(cvToHex) }) },
    );
    const { okay, result, cause } = (await response.json()) as {
      okay: boolean;
      result: string;
      cause?: string;
    };
    if (!okay) throw new Error(cause);
    return hexToCV(result);
  }

  async balance(token: string, account: string): Promise<bigint> {
    const contract = token === '.stx' ? this.devnet.registry.wstx : token;
    const answer = await this.read(contract, 'get-balance', [Cl.principal(account)]);
    return BigInt(/\d+/.exec(Cl.prettyPrint(answer))![0]);
  }

  /** The balances of every demo wallet and of the operator. */
  async balances(): Promise<unknown> {
    const { body } = await this.get<{ accounts: { balances: object }[] }>('/devnet');
    return [body.accounts, await this.balance('.stx', this.operatorAddress)];
  }

  /** The id of the genesis contract with this name; an id is returned as it is. */
  id(name: string): `${string}.${string}` {
    if (name.includes('.')) return name as `${string}.${string}`;
    const [deployer] = this.devnet.registry.wstx.split('.');
    return `${deployer}.${name}`;
  }

  get alice() {
    return this.devnet.accounts[0]!;
  }

  get operatorAddress(): string {
    return this.devnet.operatorAddress;
  }

  /** The signed bytes of a contract call. */
  async call(
    contractId: string,
    functionName: string,
    functionArgs: ClarityValue[],
    { senderKey, nonce, fee = 2_000, mode = PostConditionMode.Deny, postConditions = [] }: CallOptions,
  ): Promise<{ raw: Uint8Array; txid: string }> {
    const [contractAddress, contractName] = contractId.split('.') as [string, string];
    const transaction = await makeContractCall({
      contractAddress,
      contractName,
      functionName,
      functionArgs,
      senderKey,
      nonce,
      fee,
      network: this.devnet.registry.network,
      postConditionMode: mode,
      postConditions,
      validateWithAbi: false,
    });
    return { raw: transaction.serializeBytes(), txid: transaction.txid() };
  }

  /** Alice sends this many units of a token to Bob. */
  transfer(token: string, units: number, options: CallOptions) {
    const [alice, bob] = this.devnet.accounts;
    return this.call(
      this.id(token),
      'transfer',
      [Cl.uint(units), Cl.principal(alice!.address), Cl.principal(bob!.address), Cl.none()],
      options,
    );
  }

  /** The arguments of a router's x-swap for an order signed by Alice. */
  swapArguments({
    token,
    amount,
    hops,
    out,
    router = 'x-multihop-v2',
    uuid = randomUUID(),
    to = this.alice.address,
  }: SwapPlan) {
    const input = this.devnet.registry.tokens.find(
      ({ contractId }) => String(contractId) === this.id(token),
    )!;
    const order = {
      network: this.devnet.registry.network,
      inputToken: this.id(token),
      amountIn: amount,
      router: this.id(router),
      uuid,
      blaze: input.blaze,
    };
    const signature = signOrder(order as SignedOrder, { ...A_WALLET, privateKey: this.alice.privateKey });
    return [
      Cl.tuple({
        token: Cl.principal(this.id(token)),
        amount: Cl.uint(amount),
        signature: Cl.bufferFromHex(signature),
        uuid: Cl.stringAscii(uuid),
      }),
      ...hops.map(([vault, opcode]) =>
        Cl.tuple({ vault: Cl.principal(this.id(vault)), opcode: Cl.buffer(Uint8Array.of(opcode)) }),
      ),
      Cl.tuple({ token: Cl.principal(this.id(out)), to: Cl.principal(to) }),
    ];
  }
}

export interface SwapPlan {
  /** Contract names of the genesis. */
  readonly token: string;
  readonly amount: bigint;
  readonly hops: readonly (readonly [vault: string, opcode: number])[];
  readonly out: string;
  readonly router?: string;
  readonly uuid?: string;
  readonly to?: string;
}
