// Builds after an install, so that `npm start` finds a finished program. An install without development packages
// (npm ci --omit=dev) has no compiler and takes dist/ as it is.
import { execSync } from 'node:child_process';
import { existsSync } from 'node:fs';

if (existsSync('node_modules/typescript')) execSync('npm run build', { stdio: 'inherit' });
