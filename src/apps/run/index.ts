export { startAlerts } from './alert-work.js';
export { startExecution, type ExecutionWorkOptions } from './execution-work.js';
export {
  startActivityLog,
  startBlockFollower,
  startMaintenance,
  startTimers,
  type LoopOptions,
} from './housekeeping.js';
export type { Log } from './log.js';
export type { NodeOptions } from './node.js';
export { ROLES, type Role } from './pace.js';
export { startListRefresh, startRecorder, type PriceWorkOptions } from './price-work.js';
export type { ChainOptions, SluiceOptions } from './options.js';
export type { ChainRunSettings, RunSettings } from './settings.js';
export { startWebhooks, type WebhookWorkOptions } from './webhook-work.js';
export { startSluice, type Sluice } from './start-sluice.js';
