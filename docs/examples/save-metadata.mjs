// @ts-check
// A deployer signs and saves the metadata of a token, reads it and looks at what readers of it may stumble over.
// Give it the address of a server, the contract, and the path of a file with the private key of its deployer in hex. A web
// page has `walletSigner` in place of `keySigner`.
//   node docs/examples/save-metadata.mjs http://127.0.0.1:3000 <contract id> <key file>
import { readFileSync } from 'node:fs';
import { keySigner, signMetadata } from 'sluice/signing';

const [server, contractId, keyFile] = process.argv.slice(2);
if (!server || !contractId || !keyFile)
  throw new Error('usage: save-metadata <server> <contract> <key file>');

const network = contractId.startsWith('SP') ? 'mainnet' : 'testnet';
const deployer = keySigner(readFileSync(keyFile, 'utf8').trim(), network);
const stranger = keySigner('11'.repeat(32), network);

const address = `${server}/metadata/api/v1/metadata/${contractId}`;

/** @param {import('sluice/signing').SignedMetadata} request */
async function save({ headers, body }) {
  const answer = await fetch(address, { method: 'POST', headers, body });
  const said = /** @type {{ metadata?: { name: string }, error?: string }} */ (await answer.json());
  return `${answer.status} ${said.metadata?.name ?? said.error}`;
}

const record = {
  sip: 16,
  name: 'Example Token',
  description: 'A token that shows how its metadata is saved.',
  properties: { symbol: 'EXT', decimals: 6 },
};
const signed = await signMetadata(deployer, contractId, record);
console.log(`saved: ${await save(signed)}`);

const read = await fetch(address);
const unchanged = await fetch(address, { headers: { 'if-none-match': read.headers.get('etag') ?? '' } });
console.log(`read: ${read.status} by its tag ${unchanged.status}`);

const lint = /** @type {{ findings: { code: string, field: string }[] }} */ (
  await (await fetch(`${address}/lint`)).json()
);
for (const { code, field } of lint.findings) console.log(`finding: ${code} in ${field}`);

// Only the signed body is saved, and only for the deployer.
const other = { headers: signed.headers, body: JSON.stringify({ name: 'Not signed' }) };
console.log(`another body: ${await save(other)}`);
const posing = { ...stranger, address: deployer.address };
console.log(`another wallet: ${await save(await signMetadata(posing, contractId, record))}`);
