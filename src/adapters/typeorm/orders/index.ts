export { OrderEventTable, TypeOrmOrderEventLog } from './order-event-log.js';
export { TypeOrmOrderFeed } from './order-feed.js';
export { TypeOrmOrderRepository } from './order-repository.js';
export { OrderTable } from './order-table.js';
export { TypeOrmPlanReader } from './plan-reader.js';
export { SwapTable, TypeOrmSwapRepository } from './swap-repository.js';
export { OwnerDayTable, TypeOrmOwnerUsage } from './owner-usage.js';
