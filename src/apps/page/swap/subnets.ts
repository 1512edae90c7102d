import { href } from '../route.js';

/** Address of the docs page that explains subnet copies and how to get them. */
export const SUBNETS = href('docs', ['how-to', 'deposit-and-withdraw']);
