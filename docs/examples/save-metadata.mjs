// @ts-check
// A deployer signs and saves the metadata of a token, reads it and looks at what readers of it may stumble over.
// Give it the address of a server, the contract, and the path of a file with the private key of its deployer in hex. A web
// page asks the wallet instead, by `stx_signMessage` with the same text.
//   node docs/examples/save-metadata.mjs http://127.0.0.1:3000 <contract id> <key file>
import { createECDH, createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { signText } from 'sluice/stacks';

const [server, contractId, keyFile] = process.argv.slice(2);
if (!server || !contractId || !keyFile)
  throw new Error('usage: save-metadata <server> <contract> <key file>');

/** @param {string} privateKey */
const walletOf = (privateKey) => {
  const pair = createECDH('secp256k1');
  pair.setPrivateKey(privateKey.slice(0, 64), 'hex');
  return { privateKey, publicKey: pair.getPublicKey('hex', 'compressed') };
};
const deployer = walletOf(readFileSync(keyFile, 'utf8').trim());
const stranger = walletOf('11'.repeat(32) + '01');

const address = `${server}/metadata/api/v1/metadata/${contractId}`;

/**
 * Signs the contract id, the time and the body's hash, in this order and without spaces, and sends the body.
 * @param {ReturnType<typeof walletOf>} wallet @param {string} body @param {string} sent
 */
async function save(wallet, body, sent = body) {
  const timestamp = Date.now();
  const bodyHash = createHash('sha256').update(body).digest('hex');
  const answer = await fetch(address, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-signature': signText(
        JSON.stringify({ message: contractId, timestamp, bodyHash }),
        wallet.privateKey,
      ),
      'x-public-key': wallet.publicKey,
      'x-timestamp': String(timestamp),
      'x-body-hash': bodyHash,
    },
    body: sent,
  });
  const said = /** @type {{ metadata?: { name: string }, error?: string }} */ (await answer.json());
  return `${answer.status} ${said.metadata?.name ?? said.error}`;
}

const record = {
  sip: 16,
  name: 'Example Token',
  description: 'A token that shows how its metadata is saved.',
  properties: { symbol: 'EXT', decimals: 6 },
};
console.log(`saved: ${await save(deployer, JSON.stringify(record))}`);

const read = await fetch(address);
const unchanged = await fetch(address, { headers: { 'if-none-match': read.headers.get('etag') ?? '' } });
console.log(`read: ${read.status} by its tag ${unchanged.status}`);

const lint = /** @type {{ findings: { code: string, field: string }[] }} */ (
  await (await fetch(`${address}/lint`)).json()
);
for (const { code, field } of lint.findings) console.log(`finding: ${code} in ${field}`);

// Only the signed body is saved, and only for the deployer.
console.log(
  `another body: ${await save(deployer, JSON.stringify(record), JSON.stringify({ name: 'Not signed' }))}`,
);
console.log(`another wallet: ${await save(stranger, JSON.stringify(record))}`);
