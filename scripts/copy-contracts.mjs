// Copies the devnet's Clarity sources, which tsc does not copy: the compiled devnet reads them from its own folder.
import { cpSync } from 'node:fs';

cpSync('src/apps/devnet/genesis/contracts', 'dist/apps/devnet/genesis/contracts', { recursive: true });
