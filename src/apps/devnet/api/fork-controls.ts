import { Cl, hexToCV, type ClarityValue } from '@stacks/transactions';
import type { Chain } from '../chain/chain.js';
import { amountOf, text } from './control-fields.js';
import { badRequest, HttpError, jsonBody, post, type JsonBody, type Route } from './http-server.js';
import type { Miner } from '../chain/miner.js';
import { principal } from './principal.js';
import type { Execution } from '../vm/execution.js';

interface Controlled {
  readonly chain: Chain;
  readonly miner: Miner;
}

/** The test controls of forks. They need no signatures, since the VM lets any account send transactions. */
export const forkControlRoutes = (controlled: Controlled): Route[] => [
  post('/fund', (request) => fund(controlled, jsonBody(request))),
  post('/call', (request) => call(controlled, jsonBody(request))),
];

/** Gives an account STX or an asset: newly minted, or taken from a holder. */
function fund(controlled: Controlled, body: JsonBody) {
  const { vm, origin } = controlled.chain;
  const to = principal(body['to']);
  const amount = amountOf(body);
  if (body['from'] !== undefined) {
    const [token, from] = [principal(body['token']), principal(body['from'])];
    const args = [Cl.uint(amount), Cl.principal(from), Cl.principal(to), Cl.none()];
    executed(controlled, 'the token was not transferred', vm.call(token, 'transfer', args, from));
  } else {
    if (to.includes('.')) throw badRequest('something can be given to accounts only');
    if (body['token'] === undefined) vm.mintStx(to, amount);
    else {
      const minted = vm.mintToken(`${principal(body['token'])}.${text(body, 'asset')}`, to, amount);
      if (!minted.ok) throw badRequest(minted.error);
    }
    controlled.miner.mine(1, []);
  }
  return { ok: true, stx: origin.stxBalance(to) };
}

/** Makes an account call a contract, without post-conditions. */
function call(controlled: Controlled, body: JsonBody) {
  const sender = principal(body['sender']);
  if (sender.includes('.')) throw badRequest('sender must be an account');
  const [contract, name, args] = [principal(body['contract']), text(body, 'function'), argumentsOf(body)];
  const execution = controlled.chain.vm.call(contract, name, args, sender);
  const { result, events } = executed(controlled, 'the call failed', execution);
  return { result: Cl.prettyPrint(result), events };
}

function argumentsOf({ arguments: args = [] }: JsonBody): readonly ClarityValue[] {
  if (!Array.isArray(args)) throw badRequest('arguments must be a list of values in hex');
  return args.map((hex) => {
    try {
      return hexToCV(String(hex));
    } catch (cause) {
      throw badRequest('arguments must be a list of values in hex', { cause });
    }
  });
}

/** Ends the block of the VM's execution, whether that succeeded or not, so that reads at the chain's new block see its effect. */
function executed({ miner }: Controlled, error: string, execution: Execution) {
  miner.mine(1, []);
  if (execution.kind === 'ok') return execution;
  const result = execution.kind === 'err' ? Cl.prettyPrint(execution.result) : execution.message;
  throw new HttpError(400, { error, result });
}
