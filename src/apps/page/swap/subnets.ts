import { href } from '../route.js';

/** Address of the docs page on what a subnet copy is, and how to get one. */
export const SUBNETS = href('docs', ['how-to', 'deposit-and-withdraw']);
