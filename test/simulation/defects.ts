import { ORDER_DEFECTS } from './order-defects.js';
import { PRICE_DEFECTS } from './price-defects.js';
import { SENDING_DEFECTS } from './sending-defects.js';

/** All defects by name. */
export const DEFECTS = { ...SENDING_DEFECTS, ...ORDER_DEFECTS, ...PRICE_DEFECTS };

/** Name of one of {@link DEFECTS}. */
export type DefectName = keyof typeof DEFECTS;
