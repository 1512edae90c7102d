export { enqueue, requeue, requeueAnew } from './execution-queue-row.js';
export { TypeOrmExecutionQueue } from './execution-queue.js';
export { TypeOrmWatermarks } from './watermarks.js';
