#!/usr/bin/env node
// Plain old JavaScript: a Node.js that is too old for the rest must get as far as the sentence.
const OLDEST = 24

if (Number(process.versions.node.split('.')[0]) >= OLDEST) {
  // Compiled code is kept for the next start, which takes a second of CPU less. Not in the folder for
  // temporary files, where others could put code of theirs. Where it can't be written nothing is kept.
  require('node:module').enableCompileCache(`${__dirname}/../node_modules/.cache/pedido`)
  require(require('./built.cjs').builtProgram() || '../src/main.ts')
} else {
  process.stderr.write(
    'Pedido needs Node.js ' +
      OLDEST +
      ' or newer; this is ' +
      process.versions.node +
      ' (' +
      process.execPath +
      '). "npm install" brings its own, "npm install --omit=dev" does not.\n',
  )
  process.exitCode = 1
}
