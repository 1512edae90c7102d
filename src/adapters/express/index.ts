export { createApp, type AppOptions } from './app.js';
export type { Area, AreaHosts } from './areas.js';
export type { Origins } from './cross-origin.js';
export { STATUS } from './errors.js';
export type { Problem } from './problem.js';
export type { Logger } from './request-log.js';
export type { Readiness } from './root-controller.js';
export { swapArea, type SwapAreaOptions, type SwapCore } from './swap/area.js';
