// @ts-check
// Signs a request with a demo wallet of the devnet, or a sign-in with its operator's. Writes its headers to headers.txt, for
// curl -H @headers.txt, and for a sign-in and what changes an API key, a webhook or an alert also body.json, for curl -d @body.json:
//   node docs/examples/sign-request.mjs http://127.0.0.1:3000 action=cancel_order uuid=<uuid>
import { writeFileSync } from 'node:fs';
import { devnetWallet, runScript } from './devnet-wallet.mjs';

/** A list is written in JSON, and a whole number in digits. @param {string} field */
const entryOf = (field) => {
  const [name, value = ''] = field.split(/=(.*)/s);
  if (!/^(\[|\d{1,9}$)/.test(value)) return [name, value];
  try {
    return [name, JSON.parse(value)];
  } catch {
    throw new Error(`${field}: the list is not JSON`);
  }
};

await runScript(async () => {
  const [server, ...given] = process.argv.slice(2);
  if (!server || given.length === 0) throw new Error('usage: sign-request <server> <name>=<value> …');
  const fields = Object.fromEntries(given.map(entryOf));
  const isSignIn = fields.action === 'operator_sign_in';
  const wallet = await devnetWallet(server, isSignIn ? 'operator' : 'alice');
  const headers = wallet.proof(fields);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  writeFileSync('headers.txt', `${lines.join('\n')}\n`);

  // What changes a key, a webhook or an alert has the message and the address in its body, and so does a sign-in.
  if (
    !isSignIn &&
    !/^(?!list_|get_).*_(alert|api_key|webhook|webhook_secret|webhook_deliveries)$/.test(fields.action)
  )
    return;
  const { 'x-message': message, 'x-wallet-address': walletAddress } = headers;
  writeFileSync('body.json', JSON.stringify({ message, walletAddress }));
});
