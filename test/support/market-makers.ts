import { Cl, makeContractDeploy, PostConditionMode, type ClarityValue } from '@stacks/transactions';
import type { Registry } from '../../src/domain/market/registry.js';
import { rulesOf } from '../../src/domain/vault/kinds.js';
import type { Vault } from '../../src/domain/vault/vault.js';
import { devAccount } from '../../src/apps/devnet/vm/accounts.js';
import type { DevnetClient } from '../apps/devnet/devnet-client.js';

/** What a vault received and sent in one direction, according to the chain's events. */
export interface Flow {
  trades: number;
  amountIn: bigint;
  amountOut: bigint;
}

interface EventJson {
  readonly event_type: string;
  readonly asset?: {
    asset_event_type: string;
    asset_id?: string;
    sender: string;
    recipient: string;
    amount: string;
  };
  readonly contract_log?: { contract_id: string; value: { repr: string } };
}

interface Hop {
  readonly vault: Vault;
  readonly opcode: number;
}

interface Operation {
  readonly txid: string;
  /** The swaps that the transaction makes if it succeeds. */
  readonly hops: readonly Hop[];
  /** Whether the vaults' transfers are those of these swaps alone. */
  readonly isPlain: boolean;
}

const SOURCE = `
(use-trait vault-trait .traits.vault)
(define-public (two (a <vault-trait>) (oa (buff 16)) (b <vault-trait>) (ob (buff 16)) (amount uint))
  (let ((first (try! (contract-call? a execute amount (some oa)))))
    (contract-call? b execute (get dy first) (some ob))))
(define-public (hidden (amount uint)) (contract-call? .sbtc-stx execute amount (some 0x01)))
(define-public (add-then-swap (a <vault-trait>) (shares uint) (oa (buff 16)) (amount uint))
  (begin (try! (contract-call? a execute shares (some 0x02))) (contract-call? a execute amount (some oa))))
(define-public (pay-then-swap (a <vault-trait>) (amount uint))
  (begin (try! (contract-call? .sbtc transfer u3 tx-sender (contract-of a) none)) (contract-call? a execute amount (some 0x00))))
(define-public (abort (a <vault-trait>) (oa (buff 16)) (amount uint))
  (begin (try! (contract-call? a execute amount (some oa))) (if true (err u9) (ok true))))
`;

/** Random owners who swap over every kind of vault, in every way, and do what is no swap. */
export class MarketMakers {
  readonly operations: Operation[] = [];
  private readonly nonces = new Map<string, number>();
  private readonly random: () => number;

  constructor(
    private readonly client: DevnetClient,
    seed: number,
  ) {
    let state = seed;
    this.random = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  }

  /** Deploys the contract that swaps for its callers. */
  async open(): Promise<void> {
    const deployer = devAccount('deployer');
    const transaction = await makeContractDeploy({
      contractName: 'aggregator',
      codeBody: SOURCE,
      senderKey: deployer.privateKey,
      nonce: (await this.client.get<{ nonce: number }>(`/v2/accounts/${deployer.address}?proof=0`)).body
        .nonce,
      fee: 50_000,
      network: 'devnet',
    });
    const sent = await this.client.send(transaction.serializeBytes());
    if (sent.status !== 200) throw new Error(JSON.stringify(sent.body));
    await this.client.mine();
  }

  /** Sends a random operation of a random wallet. */
  async act(): Promise<void> {
    const pick = <T>(list: readonly T[]): T => list[Math.floor(this.random() * list.length)]!;
    const amount = BigInt(500 + Math.floor(this.random() * 20_000));
    const vault = pick(this.traded());
    const pool = pick(
      this.traded().filter(
        ({ kind, tokenA, tokenB }) => kind === 'pool' && ![tokenA, tokenB].some((t) => t.includes('moth')),
      ),
    );
    const side = pick([0, 1]);
    const opcode = Cl.buffer(Uint8Array.of(side));
    const principal = ({ contractId }: Vault) => Cl.principal(contractId);
    const hop = { vault, opcode: side };
    switch (
      pick([
        'direct',
        'direct',
        'direct',
        'two',
        'back',
        'hidden',
        'add',
        'remove',
        'mixed',
        'paid',
        'abort',
        'breach',
        'pay',
        'order',
        'bridge',
      ])
    ) {
      case 'direct':
        return this.send(vault.contractId, 'execute', [Cl.uint(amount), Cl.some(opcode)], [hop]);
      case 'two': {
        const tokenOut = side === 0 ? vault.tokenB : vault.tokenA;
        const next = pick(
          this.traded()
            .filter(
              (each) => each.contractId !== vault.contractId && [each.tokenA, each.tokenB].includes(tokenOut),
            )
            .concat(vault),
        );
        const back = next.tokenA === tokenOut ? 0 : 1;
        const isBack = next.contractId === vault.contractId;
        if (isBack) return this.send(vault.contractId, 'execute', [Cl.uint(amount), Cl.some(opcode)], [hop]);
        return this.send(
          'aggregator',
          'two',
          [principal(vault), opcode, principal(next), Cl.buffer(Uint8Array.of(back)), Cl.uint(amount)],
          [hop, { vault: next, opcode: back }],
        );
      }
      case 'back':
        return this.send(
          'aggregator',
          'two',
          [principal(pool), Cl.bufferFromHex('00'), principal(pool), Cl.bufferFromHex('01'), Cl.uint(amount)],
          [
            { vault: pool, opcode: 0 },
            { vault: pool, opcode: 1 },
          ],
        );
      case 'hidden': {
        const hidden = this.traded().find(({ contractId }) => contractId.endsWith('.sbtc-stx'))!;
        return this.send('aggregator', 'hidden', [Cl.uint(amount)], [{ vault: hidden, opcode: 1 }]);
      }
      case 'add':
        return this.send(pool.contractId, 'execute', [Cl.uint(1_000n), Cl.some(Cl.bufferFromHex('02'))], []);
      case 'remove':
        return this.send(pool.contractId, 'execute', [Cl.uint(1n), Cl.some(Cl.bufferFromHex('03'))], []);
      case 'mixed':
        return this.send(
          'aggregator',
          'add-then-swap',
          [principal(pool), Cl.uint(1_000n), opcode, Cl.uint(amount)],
          [{ vault: pool, opcode: side }],
          { isPlain: false, amount },
        );
      case 'paid': {
        const paid = this.traded().find(({ contractId }) => contractId.endsWith('.sbtc-stx-small'))!;
        return this.send(
          'aggregator',
          'pay-then-swap',
          [principal(paid), Cl.uint(amount)],
          [{ vault: paid, opcode: 0 }],
          { isPlain: false, amount },
        );
      }
      case 'abort':
        return this.send('aggregator', 'abort', [principal(vault), opcode, Cl.uint(amount)], [hop]);
      case 'breach':
        return this.send(vault.contractId, 'execute', [Cl.uint(amount), Cl.some(opcode)], [hop], {
          mode: PostConditionMode.Deny,
        });
      case 'pay': {
        const token = pool.tokenA === '.stx' ? 'wstx' : pool.tokenA;
        const { address } = pick(this.client.devnet.accounts);
        return this.send(
          token,
          'transfer',
          [Cl.uint(5n), Cl.principal(address), principal(pool), Cl.none()],
          [],
          { from: address },
        );
      }
      case 'order': {
        const over = this.traded().find(({ contractId }) => contractId.endsWith('.sbtc-dollar-subnets'))!;
        const args = this.client.swapArguments({
          token: 'sbtc-subnet',
          amount,
          hops: [
            ['sbtc-dollar-subnets', 0],
            ['dollar-sublink', 6],
          ],
          out: 'dollar',
        });
        return this.send('x-multihop-v2', 'x-swap-2', args, [{ vault: over, opcode: 0 }]);
      }
      case 'bridge':
        return this.send('dollar-sublink', 'execute', [Cl.uint(amount), Cl.some(Cl.bufferFromHex('05'))], []);
    }
  }

  /** Drops the knowledge of sent nonces, after a reorganisation. */
  forgetNonces(): void {
    this.nonces.clear();
  }

  /** What the chain's events say that each vault traded: by vault and input token. */
  async flows(): Promise<ReadonlyMap<string, Flow>> {
    const flows = new Map<string, Flow>();
    const add = (vault: Vault, tokenIn: string, amountIn: bigint, amountOut: bigint) => {
      const flow = flows.get(`${vault.contractId} ${tokenIn}`) ?? { trades: 0, amountIn: 0n, amountOut: 0n };
      flows.set(`${vault.contractId} ${tokenIn}`, {
        trades: flow.trades + 1,
        amountIn: flow.amountIn + amountIn,
        amountOut: flow.amountOut + amountOut,
      });
    };
    for (const { txid, hops, isPlain } of this.operations) {
      const { body } = await this.client.get<{
        tx_status: string;
        events: EventJson[];
        tx_result: { repr: string };
        contract_call: { function_args: { repr: string; name: string }[] };
      }>(`/extended/v1/tx/0x${txid}`);
      if (body.tx_status !== 'success') continue;
      for (const { vault, opcode } of hops) {
        const [tokenIn, tokenOut] =
          opcode === 0 ? [vault.tokenA, vault.tokenB] : [vault.tokenB, vault.tokenA];
        if (isPlain)
          add(
            vault,
            tokenIn,
            movedBy(body.events, vault, tokenIn, 'recipient'),
            movedBy(body.events, vault, tokenOut, 'sender'),
          );
        else {
          const dy = BigInt(/\(dy u(\d+)\)/.exec(body.tx_result.repr)![1]!);
          const amount = body.contract_call.function_args
            .find(({ name }) => name === 'amount')!
            .repr.slice(1);
          add(vault, tokenIn, BigInt(amount), dy);
        }
      }
    }
    return flows;
  }

  private traded(): readonly Vault[] {
    const { vaults } = this.client.devnet.registry as unknown as Registry;
    return vaults.filter((vault) => !rulesOf(vault).isEven);
  }

  private async send(
    contract: string,
    name: string,
    args: ClarityValue[],
    hops: readonly Hop[],
    {
      isPlain = true,
      mode = PostConditionMode.Allow,
      from,
    }: { isPlain?: boolean; mode?: PostConditionMode; from?: string; amount?: bigint } = {},
  ): Promise<void> {
    const { accounts } = this.client.devnet;
    const wallet =
      accounts.find(({ address }) => address === from) ??
      accounts[Math.floor(this.random() * accounts.length)]!;
    const known = this.nonces.get(wallet.address);
    const nonce =
      known ??
      (await this.client.get<{ nonce: number }>(`/v2/accounts/${wallet.address}?proof=0`)).body.nonce;
    const { raw, txid } = await this.client.call(this.client.id(contract), name, args, {
      senderKey: wallet.privateKey,
      nonce,
      fee: 3_000,
      mode,
    });
    const sent = await this.client.send(raw);
    if (sent.status !== 200) throw new Error(`${contract} ${name}: ${JSON.stringify(sent.body)}`);
    this.nonces.set(wallet.address, nonce + 1);
    this.operations.push({ txid, hops, isPlain });
  }
}

/** Sum of the token's transfers to, or from, the contract that holds the vault's funds. */
function movedBy(
  events: readonly EventJson[],
  vault: Vault,
  token: string,
  side: 'sender' | 'recipient',
): bigint {
  const holder = rulesOf(vault).holder(vault);
  const asset = token === '.stx' ? vault.stxWrapper : undefined;
  let sum = 0n;
  for (const { event_type: type, asset: moved, contract_log: log } of events) {
    if (moved?.asset_event_type === 'transfer' && moved[side] === holder) {
      const isToken =
        type === 'stx_asset'
          ? token === '.stx' && asset === undefined
          : moved.asset_id === asset || moved.asset_id?.split('::')[0] === token;
      if (isToken) sum += BigInt(moved.amount);
    }
    if (log?.contract_id !== token || !log.value.repr.includes(`(event "transfer")`)) continue;
    if (!log.value.repr.replaceAll("'", '').includes(`(${side} ${holder})`)) continue;
    sum += BigInt(/\(amount u(\d+)\)/.exec(log.value.repr)![1]!);
  }
  return sum;
}
