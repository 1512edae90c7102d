// Saves the devnet's genesis beside the compiled devnet, so that a start loads the genesis instead of executing it. Without the
// chain's SDK, which is optional, nothing is saved.
import { rm } from 'node:fs/promises';
import { built, OUT } from './out.mjs';

const { writeBuiltGenesis } = await built('apps/devnet/start/built-genesis.js');

await rm(`${OUT}/apps/devnet/genesis.snapshot`, { force: true });
if (isInstalled('@stacks/clarinet-sdk')) await writeBuiltGenesis();

function isInstalled(name) {
  try {
    return import.meta.resolve(name) !== undefined;
  } catch {
    return false;
  }
}
