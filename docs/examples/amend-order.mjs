// @ts-check
// Signs new terms for an open order of a demo wallet of the devnet and prints the body of PATCH /orders/{id}, for use with curl:
//   node docs/examples/amend-order.mjs http://127.0.0.1:3000 7d3f0f6e-… targetPrice=2.6
import { createClient } from 'sluice/client';
import { keySigner, signAmendment } from 'sluice/signing';
import { request, runScript } from './devnet-wallet.mjs';

await runScript(async () => {
  const [baseUrl, id, ...given] = process.argv.slice(2);
  if (!baseUrl || !id) throw new Error('usage: amend-order <server> <order> <field>=<value> …');
  const { accounts } = await request(`${baseUrl}/devnet`);
  const alice = accounts.find((/** @type {{ name: string }} */ { name }) => name === 'alice');
  const signer = keySigner(alice.privateKey, 'devnet');
  const { orders } = createClient({ baseUrl, wallet: signer, network: 'devnet' });
  const order = await orders.get(id, { by: 'wallet' });
  const changes = Object.fromEntries(given.map((change) => change.split('=', 2)));
  console.log(JSON.stringify(await signAmendment(signer, order, changes, { network: 'devnet' })));
});
