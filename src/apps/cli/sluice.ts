#!/usr/bin/env node
// The program. It loads nothing else until it knows that Node can run it.
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** Exit code that shells report for a program ended by a closed pipe: 128 plus the number of SIGPIPE, which Node ignores. */
const EXIT_CLOSED_PIPE = 141;

// A reader such as `head` closes the pipe once it has what it wants. A server's log has its own stream, and the server continues
// without it.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(EXIT_CLOSED_PIPE);
  });

// Databases, backups, journals and exports contain signatures, webhook secrets and uuids: only the user who runs the program may
// read them.
process.umask(0o077);

// Hides deprecation warnings of the bundled packages, about which the user can do nothing.
process.noDeprecation = true;

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 22)) {
  // The Node that a checkout brings.
  const own = fileURLToPath(new URL('../node_modules/.bin/node', import.meta.url));
  const remedy = existsSync(own) ? `: run it with ${own}` : '';
  process.stderr.write(`sluice needs Node.js 22.22 or later; this is ${process.version}${remedy}\n`);
  process.exitCode = 1;
} else {
  const { runSluice } = await import('./tree/run.js');
  await runSluice(process.argv.slice(2));
}
