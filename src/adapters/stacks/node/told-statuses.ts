import { LRUCache } from 'lru-cache';
import type { Txid } from '../../../domain/order/ids.js';
import type { TransactionStatus } from '../../../domain/order/lifecycle/settlement.js';

/** Maximum number of statuses to keep. Most calls read with arguments are other people's, and their results are never asked for. */
const MOST = 200;

/**
 * The newest statuses learned from reads with another purpose: blocks are followed, and so a mined swap and its result are read,
 * before settlement asks for them. Each status is used only once, since the transaction may be in another block by the next read.
 */
export type ToldStatuses = Pick<LRUCache<Txid, TransactionStatus>, 'get' | 'set' | 'delete'>;

export const createToldStatuses = (): ToldStatuses => new LRUCache<Txid, TransactionStatus>({ max: MOST });
