import { createRequire } from 'node:module';
import type { Curve } from './curve.js';
import { nativeCurve } from './native-curve.js';
import { PORTABLE_CURVE } from './portable-curve.js';

/** The fastest curve installed. */
export const CURVE: Curve = nativeCurve(createRequire(import.meta.url)) ?? PORTABLE_CURVE;
