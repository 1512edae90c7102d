// tsc leaves the devnet's Clarity sources behind; the compiled devnet reads them beside itself.
import { cpSync } from 'node:fs';

cpSync('src/adapters/devnet/contracts', 'dist/adapters/devnet/contracts', { recursive: true });
