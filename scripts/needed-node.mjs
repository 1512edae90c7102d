// Ends the importing process with a one-sentence message if its Node is too old for it.
import { readFileSync } from 'node:fs';

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const needed = engines.node.replace('>=', '');
const [major, minor] = needed.split('.').map(Number);
const [ownMajor, ownMinor] = process.versions.node.split('.').map(Number);
if (ownMajor < major || (ownMajor === major && ownMinor < minor)) {
  const remedy = 'after npm ci, "npm run" and "npx node" have a later one';
  console.error(`this needs Node.js ${needed} or later, and ${process.version} runs it: ${remedy}`);
  process.exit(1);
}
