import { href } from '../route.js';

/** Where the docs say what a subnet copy is, and how one gets some. */
export const SUBNETS = href('docs', ['how-to', 'deposit-and-withdraw']);
