// @ts-check
// Signs a request with a demo wallet of the devnet and writes its parts for curl -H @headers.txt -d @body.json:
//   node docs/examples/sign-request.mjs http://127.0.0.1:3000 action=cancel_order uuid=<uuid>
import { writeFileSync } from 'node:fs';
import { devnetWallet } from './devnet-wallet.mjs';

const [server, ...fields] = process.argv.slice(2);
if (!server || fields.length === 0) throw new Error('usage: sign-request <server> <name>=<value> …');

/** A list is written in JSON. @param {string} field */
const entryOf = (field) => {
  const [name, value = ''] = field.split(/=(.*)/s);
  return [name, value.startsWith('[') ? JSON.parse(value) : value];
};

const wallet = await devnetWallet(server);
const headers = wallet.proof(Object.fromEntries(fields.map(entryOf)));
const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
writeFileSync('headers.txt', `${lines.join('\n')}\n`);

// Management of API keys takes the message and the address in the body.
const { 'x-message': message, 'x-wallet-address': walletAddress } = headers;
writeFileSync('body.json', JSON.stringify({ message, walletAddress }));
