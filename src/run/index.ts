export { startExecution, type ExecutionWorkOptions } from './execution-work.js';
export { startActivityLog, startBlockFollower, startMaintenance, type LoopOptions } from './housekeeping.js';
export type { Log } from './log.js';
export type { NodeOptions } from './node.js';
export { ROLES, type Role } from './pace.js';
export { startListRefresh, startRecorder, type PriceWorkOptions } from './price-work.js';
export { startSluice, type ChainOptions, type Sluice, type SluiceOptions } from './start-sluice.js';
