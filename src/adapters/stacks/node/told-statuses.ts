import { LRUCache } from 'lru-cache';
import type { Txid } from '../../../domain/order/ids.js';
import type { TransactionStatus } from '../../../domain/order/lifecycle/settlement.js';

/** Most calls with arguments are of others, and their results are not asked for. */
const MOST = 200;

/**
 * The newest statuses that came with reads of something else: following blocks has read a mined swap, with its result, before
 * settlement asks for it. Each is taken once: the transaction may be in another block by the next read.
 */
export type ToldStatuses = Pick<LRUCache<Txid, TransactionStatus>, 'get' | 'set' | 'delete'>;

export const createToldStatuses = (): ToldStatuses => new LRUCache<Txid, TransactionStatus>({ max: MOST });
