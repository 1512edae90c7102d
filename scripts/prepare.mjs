// Builds after an install, so that `npm start` works. An install without development packages (npm ci --omit=dev) has no
// compiler and uses the existing dist/.
import { execSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import './needed-node.mjs';

// Headers of Node, 67 MB that only a compiler reads: no package is compiled.
for (const name of readdirSync('node_modules').filter((each) => each.startsWith('node-')))
  rmSync(`node_modules/${name}/include`, { recursive: true, force: true });

if (existsSync('node_modules/typescript')) execSync('npm run build', { stdio: 'inherit' });
