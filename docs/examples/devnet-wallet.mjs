// @ts-check
// A demo wallet of a devnet server, for the other examples: looks up tokens, signs and places orders, executes, cancels and
// follows them. With a wallet of your own you have the key, the network and the contract ids instead of GET /devnet.
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { orderSignature, signRequest } from 'sluice/stacks';

/**
 * @typedef {{ contractId: string, symbol: string, type?: string, base?: string, blaze?: 'v1' | 'v2' }} Token
 * @typedef {{
 *   operator?: { name: string, address: string, privateKey: string },
 *   accounts: { name: string, address: string, privateKey: string }[],
 *   tokens: Token[],
 *   routers: { id: string, payout: string }[],
 * }} Devnet
 * @typedef {{ uuid: string, status: string } & Record<string, unknown>} Order
 * @typedef {{ inputToken: string, outputToken: string, amountIn: string } & Record<string, unknown>} Terms
 */

/**
 * Requests JSON. Throws an error with the server's code, details and hint when the response is not a success.
 *
 * @param {string} url
 * @param {RequestInit} [init]
 * @returns {Promise<any>}
 */
export async function request(url, init) {
  const response = await fetch(url, init).catch((error) => {
    throw new Error(`no server at ${url}: ${error.cause?.message || error.cause?.code || error.message}`);
  });
  const body = /** @type {any} */ (await response.json());
  if (response.ok) return body;
  const { code, error, details, hint } = body;
  // Details are a list of texts or an object.
  const shown = Array.isArray(details) ? details.join('; ') : JSON.stringify(details);
  throw new Error([`${response.status} ${code}: ${error}`, shown, hint].filter(Boolean).join('. '));
}

/**
 * Runs a script. What it throws is one line on standard error, and the exit code is 1.
 *
 * @param {() => Promise<void>} script
 */
export async function runScript(script) {
  try {
    await script();
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  }
}

/**
 * The demo wallet with this name at the server, or its operator.
 *
 * @param {string} server base address, such as http://127.0.0.1:3000
 * @param {string} [name]
 */
export async function devnetWallet(server, name = 'alice') {
  const swap = `${server}/swap/api/v1`;
  /** @type {Devnet} */
  const devnet = await request(`${server}/devnet`);
  const account = [devnet.operator, ...devnet.accounts].find((each) => each?.name === name);
  const router = devnet.routers.find(({ payout }) => payout === 'signer');
  if (!account || !router)
    throw new Error(`the devnet has no wallet ${name}, or no router that pays signers`);
  const { address, privateKey } = account;
  const { id: routerId } = router;

  /** @param {string} what @param {(token: Token) => boolean} isWanted */
  const find = (what, isWanted) => {
    const token = devnet.tokens.find(isWanted);
    if (token === undefined) throw new Error(`${what}: the devnet has no such token; GET /devnet lists them`);
    return token;
  };

  /** @param {string} symbol */
  const token = (symbol) =>
    find(symbol, (each) => each.symbol === symbol && each.type !== 'SUBNET').contractId;

  /** The subnet copy of a token, which is what an order can sell. @param {string} symbol */
  const subnet = (symbol) =>
    find(`subnet copy of ${symbol}`, ({ base }) => base === token(symbol)).contractId;

  /**
   * Adds uuid, owner, router and signature to the terms: the body of POST /orders/new.
   *
   * @template {Terms} T
   * @param {T} terms
   */
  function signed(terms) {
    const order = {
      uuid: randomUUID(),
      owner: address,
      recipient: address,
      router: routerId,
      ...terms,
    };
    const { inputToken } = order;
    const { blaze = 'v1' } = find(`inputToken ${inputToken}`, ({ contractId }) => contractId === inputToken);
    if (!/^\d+$/.test(order.amountIn)) throw new Error(`amountIn ${order.amountIn}: must be digits`);
    const amountIn = BigInt(order.amountIn);
    return {
      ...order,
      signature: orderSignature({ ...order, network: 'devnet', blaze, amountIn }, privateKey),
    };
  }

  /**
   * The headers that prove a request of this wallet. The nonce tells apart two requests of the same millisecond.
   *
   * @param {Record<string, string | object>} fields
   */
  const proof = (fields) =>
    signRequest(
      { ...fields, nonce: randomUUID(), timestamp: Date.now() },
      { privateKey, network: 'devnet', audience: new URL(server).origin },
    );

  /** @param {string} uuid @returns {Promise<Order>} */
  const read = async (uuid) => (await request(`${swap}/orders/${uuid}`)).data;

  return {
    address,
    privateKey,
    router: routerId,
    token,
    subnet,
    signed,
    proof,
    read,

    /** @param {Terms} terms @returns {Promise<Order>} */
    async place(terms) {
      const headers = { 'content-type': 'application/json' };
      const body = JSON.stringify(signed(terms));
      return (await request(`${swap}/orders/new`, { method: 'POST', headers, body })).data;
    },

    /** @param {string} uuid @returns {Promise<Order>} */
    async cancel(uuid) {
      const headers = proof({ action: 'cancel_order', uuid });
      return (await request(`${swap}/orders/${uuid}/cancel`, { method: 'PATCH', headers })).data;
    },

    /** Waits until the order is confirmed, failed or cancelled. @param {string} uuid */
    async ended(uuid) {
      for (;;) {
        const order = await read(uuid);
        if (order.status !== 'open' && order.status !== 'broadcasted') return order;
        await pause(500);
      }
    },
  };
}
