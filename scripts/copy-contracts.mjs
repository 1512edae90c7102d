// Copies the devnet's Clarity sources, which tsc does not copy: the compiled devnet reads them from its own folder.
import { cpSync } from 'node:fs';
import { OUT } from './out.mjs';

cpSync('src/apps/devnet/genesis/contracts', `${OUT}/apps/devnet/genesis/contracts`, { recursive: true });
