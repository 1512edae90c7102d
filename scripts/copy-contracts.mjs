// tsc does not copy the devnet's Clarity sources, which the compiled devnet reads from its own folder.
import { cpSync } from 'node:fs';

cpSync('src/adapters/devnet/contracts', 'dist/adapters/devnet/contracts', { recursive: true });
