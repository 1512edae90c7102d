// tsc does not copy the devnet's Clarity sources, which the compiled devnet reads from its own folder.
import { cpSync } from 'node:fs';

cpSync('src/apps/devnet/genesis/contracts', 'dist/apps/devnet/genesis/contracts', { recursive: true });
