#!/usr/bin/env node
// Plain old JavaScript: a Node.js that is too old for the rest must get as far as the sentence.
const OLDEST = 24

if (Number(process.versions.node.split('.')[0]) >= OLDEST) {
  // Compiled code is kept for the next start, which takes a second of CPU less. Not in the folder for
  // temporary files, where others could put code of theirs. Where it can't be written nothing is kept.
  require('node:module').enableCompileCache(`${__dirname}/../node_modules/.cache/pedido`)
  require(require('./built.cjs').builtProgram() || '../src/main.ts')
} else {
  const { LC_ALL, LC_MESSAGES, LANG } = process.env
  const found = `${process.versions.node} (${process.execPath})`
  process.stderr.write(
    /^pt/i.test(LC_ALL || LC_MESSAGES || LANG || '')
      ? `O Pedido precisa do Node.js ${OLDEST} ou mais novo; este é o ${found}. "npm install" traz o seu próprio, "npm install --omit=dev" não.\n`
      : `Pedido needs Node.js ${OLDEST} or newer; this is ${found}. "npm install" brings its own, "npm install --omit=dev" does not.\n`,
  )
  process.exitCode = 1
}
