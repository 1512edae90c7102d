import { PREPARE_MOVE } from './moves/prepare-move.js';
import { operationTools } from './operation-tools.js';
import { PREPARE_AMENDMENT } from './orders/prepare-amendment.js';
import { PREPARE_ORDER } from './orders/prepare-order.js';
import type { McpTool } from './tool.js';

/** All tools, those that an agent needs first at the beginning. `areas` are those that the server serves; all when absent. */
export const mcpTools = (areas?: readonly string[]): readonly McpTool[] => [
  ...(areas === undefined || areas.includes('swap') ? [PREPARE_ORDER, PREPARE_AMENDMENT, PREPARE_MOVE] : []),
  ...operationTools(areas),
];
