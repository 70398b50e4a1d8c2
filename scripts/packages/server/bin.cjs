#!/usr/bin/env node
'use strict';
// Any Node can read this file; those behind it need a newer one.
const needed = [22, 19];
const [major, minor] = process.versions.node.split('.').map(Number);
if (major > needed[0] || (major === needed[0] && minor >= needed[1])) {
  void import('../scripts/packages/server/cli.js').then(({ main }) => main(process.argv.slice(2)));
} else {
  console.error(
    `voice-agent-platform needs Node ${needed.join('.')} or later; this is Node ${process.versions.node}. Get a newer one from https://nodejs.org`,
  );
  process.exitCode = 1;
}
