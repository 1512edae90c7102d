#!/usr/bin/env node
// The program. It loads nothing before it knows that Node can run it.

/**
 * Exit code that shells report of a program that a closed pipe has ended: 128 and the number of SIGPIPE, which Node ignores.
 */
const EXIT_CLOSED_PIPE = 141;

// The reader has what it wanted, as `head` has. A server's log has a stream of its own, and the server continues without it.
for (const stream of [process.stdout, process.stderr])
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
    process.exit(EXIT_CLOSED_PIPE);
  });

// Databases, backups, journals and exports hold signatures, webhook secrets and uuids: only the user who runs the program reads them.
process.umask(0o077);

// Deprecations of the packages in the bundle: who runs the program can do nothing about them.
process.noDeprecation = true;

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 22 || (major === 22 && minor < 22)) {
  process.stderr.write(`sluice needs Node.js 22.22 or later; this is ${process.version}\n`);
  process.exitCode = 1;
} else {
  const { runSluice } = await import('./tree/run.js');
  await runSluice(process.argv.slice(2));
}
