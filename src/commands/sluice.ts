#!/usr/bin/env node
// The program. It loads nothing before it knows that Node can run it.

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(`sluice needs Node.js 20.19 or later; this is ${process.version}\n`);
  process.exitCode = 1;
} else {
  const { runSluice } = await import('./tree/run.js');
  await runSluice(process.argv.slice(2));
}
