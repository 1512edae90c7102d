import type { Controls } from './controls.js';
import { chainOf, clockAheadOf, keysOf, type Given } from './discover.js';
import { World, type Bases } from './world.js';

/** Discovers what a run needs to know of an exchange: its chain, its clock, keys and tokens. */
export async function openWorld(
  url: string,
  bases: Bases,
  given: Given,
  controls: Controls = {},
): Promise<World> {
  const chain = await chainOf(bases);
  const keys = await keysOf(url, bases, chain, given);
  return new World(bases, chain, keys, controls, await clockAheadOf(bases));
}
