// Builds after an install, so that `npm start` works. An install without development packages (npm ci --omit=dev) has no
// compiler and uses the existing dist/.
import { execSync } from 'node:child_process';
import { existsSync } from 'node:fs';

if (existsSync('node_modules/typescript')) execSync('npm run build', { stdio: 'inherit' });
