// @ts-check
// Signs a request with a demo wallet of the devnet and prints its headers, for use with curl -H @file:
//   node docs/examples/sign-request.mjs http://127.0.0.1:3000 action=cancel_order uuid=<uuid>
import { devnetWallet } from './devnet-wallet.mjs';

const [server, ...fields] = process.argv.slice(2);
if (!server || fields.length === 0) throw new Error('usage: sign-request <server> <name>=<value> …');

const wallet = await devnetWallet(server);
const headers = wallet.proof(Object.fromEntries(fields.map((field) => field.split('='))));
for (const [name, value] of Object.entries(headers)) console.log(`${name}: ${value}`);
