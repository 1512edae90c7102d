export { enqueue, requeue } from './execution-queue-row.js';
export { TypeOrmExecutionQueue } from './execution-queue.js';
export { TypeOrmWatermarks } from './watermarks.js';
