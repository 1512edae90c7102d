import type { LaterIndex } from './database/index.js';

/**
 * Indexes that releases after 0.1.0 add to tables that may be large: each is built when a storage is opened, after the migrations, while
 * orders are placed. An index stays in the list.
 */
export const LATER_INDEXES: readonly LaterIndex[] = [];
