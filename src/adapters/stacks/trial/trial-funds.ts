import { setTimeout as sleep } from 'node:timers/promises';
import { Cl, cvToHex, type ClarityValue } from '@stacks/transactions';
import type { Registry } from '../../../domain/market/registry.js';
import { STX, type ContractId } from '../../../domain/shared/contract-id.js';
import { fieldsOf } from '../../../domain/shared/fields.js';
import { parseJson } from '../../../domain/shared/json.js';
import { err, ok } from '../../../domain/shared/result.js';
import type { ChainRead, ContractReader, Trial } from '../../../ports/index.js';

/** An account whose key is public. */
export interface TrialAccount {
  readonly address: string;
  readonly privateKey: string;
}

/** The test controls of a fork, for the first account's wallet. */
interface TrialFundsOptions {
  readonly controlUrl: string;
  readonly controlToken: string;
  readonly accounts: readonly [wallet: TrialAccount, another: TrialAccount];
  readonly contracts: Pick<ContractReader, 'describe'>;
  readonly pauseMs: number;
}

/** Maximum number of attempts. The fork responds 503 while the network requests a pause. */
const MOST_ATTEMPTS = 10;

/** The controls of a fork, which hand out tokens without taking them from an owner. */
export function createTrialFunds(options: TrialFundsOptions) {
  const { controlUrl, controlToken, contracts, pauseMs } = options;
  const wallet = options.accounts[0].address;
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${controlToken}` };

  /** Calls a control. A call that the fork refuses, or for which it could not read the network, leaves no trace. */
  async function control(path: string, body: object = {}): Trial<Readonly<Record<string, unknown>>> {
    const request = { method: 'POST', headers, body: JSON.stringify(body) };
    for (let attempt = 1; ; attempt++) {
      const answer = await fetch(`${controlUrl}${path}`, request).then(
        async (response) => ({ status: response.status, fields: fieldsOf(parseJson(await response.text())) }),
        () => undefined,
      );
      if (answer === undefined) return err({ kind: 'chain-unreachable', reason: 'the fork has ended' });
      const { status, fields } = answer;
      if (status === 200) return ok(fields);
      const reason = String(fields['result'] ?? fields['error']);
      if (status === 400) return err({ kind: 'refused', reason });
      if (status !== 503 || attempt === MOST_ATTEMPTS) return err({ kind: 'untried', reason });
      await sleep(attempt * pauseMs);
    }
  }

  /** Makes the wallet call a contract. */
  const call = (contract: ContractId, name: string, args: readonly ClarityValue[]) => {
    const values = args.map((arg) => cvToHex(arg));
    return control('/call', { sender: wallet, contract, function: name, arguments: values });
  };

  const known = new Map<ContractId, readonly string[]>();
  /** The names of a contract's assets, read once since they never change. */
  async function assetsOf(id: ContractId): ChainRead<readonly string[]> {
    const before = known.get(id);
    if (before !== undefined) return ok(before);
    const facts = await contracts.describe(id);
    if (!facts.ok) return facts;
    const { assets = [] } = facts.value ?? {};
    known.set(id, assets);
    return ok(assets);
  }

  /** Gives the wallet an amount of STX or of another asset out of nothing. */
  async function giveWallet({ tokens }: Registry, id: ContractId, amount: bigint): Trial<unknown> {
    const funding = { to: wallet, amount: String(amount) };
    if (id === STX) return control('/fund', funding);
    const assets = await assetsOf(id);
    if (!assets.ok) return assets;
    const stated = tokens.find(({ contractId }) => contractId === id)?.identifier;
    const asset = assets.value.find((name) => name === stated) ?? assets.value[0];
    if (asset === undefined) return err({ kind: 'untried', reason: 'it has no asset' });
    return control('/fund', { ...funding, token: id, asset });
  }

  async function give(registry: Registry, id: ContractId, amount: bigint, to: string): Trial<unknown> {
    const base = registry.tokens.find(({ contractId }) => contractId === id)?.base;
    const given = await giveWallet(registry, base ?? id, amount);
    if (!given.ok) return given;
    if (base !== undefined) return call(id, 'deposit', [Cl.uint(amount), Cl.some(Cl.principal(to))]);
    if (to === wallet) return given;
    const transfer = [Cl.uint(amount), Cl.principal(wallet), Cl.principal(to), Cl.none()];
    return call(id === STX ? registry.wstx : id, 'transfer', transfer);
  }

  return {
    control,
    call,

    /** Gives the wallet or a contract an amount of a token, a subnet copy by a deposit of its base; `untried` if the chain refuses. */
    async give(registry: Registry, id: ContractId, amount: bigint, to: string): Trial<unknown> {
      const given = await give(registry, id, amount, to);
      if (given.ok || given.error.kind === 'chain-unreachable') return given;
      return err({ kind: 'untried', reason: `${id} cannot be given out: ${given.error.reason}` });
    },
  };
}
