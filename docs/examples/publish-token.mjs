// @ts-check
// Publishes a token on a devnet: saves its metadata, deploys a SIP-010 token whose token_uri leads to it, and reads the metadata as
// a wallet does, from the chain on. Elsewhere the key is yours, and so is the address of a Stacks node.
//   node docs/examples/publish-token.mjs http://127.0.0.1:3000 pearl
import { setTimeout as pause } from 'node:timers/promises';
import { cvToValue, hexToCV, makeContractDeploy } from '@stacks/transactions';
import { keySigner, signMetadata } from 'sluice/signing';
import { request, runScript } from './devnet-wallet.mjs';

/** @param {string} uri */
const source = (uri) => `
(define-fungible-token token)
(define-data-var token-uri (string-utf8 256) u"${uri}")
(define-constant DEPLOYER tx-sender)

(define-public (transfer (amount uint) (from principal) (to principal) (memo (optional (buff 34))))
  (begin
    (asserts! (is-eq tx-sender from) (err u4))
    (match memo text (begin (print text) true) true)
    (ft-transfer? token amount from to)))

;; Servers and wallets read the metadata again when they see this notification (SIP-019).
(define-public (set-token-uri (uri (string-utf8 256)))
  (begin
    (asserts! (is-eq tx-sender DEPLOYER) (err u401))
    (var-set token-uri uri)
    (print { notification: "token-metadata-update", payload: { contract-id: current-contract, token-class: "ft" } })
    (ok true)))

(define-read-only (get-name) (ok "Pearl"))
(define-read-only (get-symbol) (ok "PRL"))
(define-read-only (get-decimals) (ok u6))
(define-read-only (get-balance (who principal)) (ok (ft-get-balance token who)))
(define-read-only (get-total-supply) (ok (ft-get-supply token)))
(define-read-only (get-token-uri) (ok (some (var-get token-uri))))

(ft-mint? token u1000000000000 DEPLOYER)`;

await runScript(async () => {
  const [server, name] = process.argv.slice(2);
  if (!server || !name) throw new Error('usage: publish-token <server> <contract name>');
  const { deployer, stacksApiUrl: node } = await request(`${server}/devnet`);
  const contractId = `${deployer.address}.${name}`;

  // The record may be saved before its contract exists, which has to name it.
  const uri = `${server}/metadata/api/v1/metadata/${contractId}`;
  const record = { sip: 16, name: 'Pearl', properties: { symbol: 'PRL', decimals: 6 } };
  const signed = await signMetadata(keySigner(deployer.privateKey, 'testnet'), contractId, record);
  const { metadata } = await request(uri, { method: 'POST', ...signed });
  console.log(`saved: ${metadata.name}`);

  const { nonce } = await request(`${node}/v2/accounts/${deployer.address}`);
  const transaction = await makeContractDeploy({
    contractName: name,
    codeBody: source(uri),
    senderKey: deployer.privateKey,
    nonce,
    fee: 20_000,
    network: 'testnet',
  });
  /** @type {string} */
  const txid = await request(`${node}/v2/transactions`, {
    method: 'POST',
    headers: { 'content-type': 'application/octet-stream' },
    body: transaction.serializeBytes(),
  });
  let status;
  do {
    await pause(100);
    ({ status } = await request(`${node}/extended/v3/transactions/${txid}`));
  } while (status === 'pending');
  console.log(`deployed: ${status}`);

  const call = `${node}/v2/contracts/call-read/${deployer.address}/${name}/get-token-uri`;
  const body = JSON.stringify({ sender: deployer.address, arguments: [] });
  const { result } = await request(call, { method: 'POST', body });
  const link = cvToValue(hexToCV(result)).value.value;
  console.log(`token_uri: ${link}`);
  const { name: title, properties } = await request(link);
  console.log(`it reads: ${title} (${properties.symbol})`);
});
