// Builds after an install, so that `npm start` works. An install without development packages (npm ci --omit=dev) has no
// compiler, and uses the existing dist/.
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync } from 'node:fs';
import './needed-node.mjs';

// Removes Node's headers (67 MB), which only compiling a package would need: no package is compiled.
for (const name of readdirSync('node_modules').filter((each) => each.startsWith('node-')))
  rmSync(`node_modules/${name}/include`, { recursive: true, force: true });

if (existsSync('node_modules/typescript'))
  execFileSync(process.execPath, ['scripts/build.mjs', '--unless-built'], { stdio: 'inherit' });
