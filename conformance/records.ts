import { randomUUID } from 'node:crypto';
import type { Answer, Sent } from './client/http.js';
import { signatureHeaders, type Wallet } from './client/wallet.js';
import { answers, recordOf } from './expect.js';
import type { World } from './world.js';

/** Id of a contract of the deployer, which need not exist. Each run saves the same record for it. */
export const contractOf = ({ deployer }: World): string => `${deployer.address}.conformance-run`;

/** Id of a contract of the deployer for which there is no record, for saves that must be refused. */
export const unsavedContract = ({ deployer }: World): string =>
  `${deployer.address}.token-${randomUUID().slice(0, 8)}`;

/** Headers with which a deployer signs a save. The signature covers the contract id and the time, but not the body. */
export function saveHeaders(world: World, contractId: string, wallet: Wallet, at = world.now()) {
  const text = JSON.stringify({ message: contractId, timestamp: at });
  return { ...signatureHeaders(text, wallet), 'x-timestamp': String(at) };
}

export const save = (world: World, contractId: string, record: unknown, sent: Sent = {}): Promise<Answer> =>
  world.metadata(`/metadata/${contractId}`, {
    method: 'POST',
    headers: saveHeaders(world, contractId, world.deployer),
    json: record,
    ...sent,
  });

/** Every field of the contract's table, and one that is not in it. */
const RECORD = {
  name: 'Conformance',
  description: 'Saved by a conformance run',
  image: 'https://example.org/token.png',
  sip: 16,
  attributes: [{ trait_type: 'colour', value: 'blue', display_type: 'string' }],
  properties: {
    symbol: 'CONF',
    decimals: 6,
    identifier: 'conf',
    tokenAContract: '.stx',
    tokenBContract: '.stx',
    lpRebatePercent: 1,
    swapFeePercent: 1,
    externalPoolId: '',
    engineContractId: '',
    extra: 'kept',
  },
  localization: { uri: 'https://example.org/{locale}.json', default: 'en', locales: ['en'] },
  external_url: 'https://example.org',
  animation_url: 'https://example.org/token.mp4',
  image_data: '<svg xmlns="http://www.w3.org/2000/svg"/>',
  symbol: 'CONF',
  decimals: 6,
  identifier: 'conf',
  unknown_field: 'kept',
};

/** A record of the deployer with every field, and the server's response to the save. */
export const savedRecord = (world: World) => world.once(saveOne);
async function saveOne(world: World) {
  const contractId = contractOf(world);
  const answer = await save(world, contractId, RECORD);
  answers(answer, 200);
  const read = await world.metadata(`/metadata/${contractId}`);
  answers(read, 200);
  return { contractId, sent: RECORD, answer, read, record: recordOf(read.body, 'body') };
}
