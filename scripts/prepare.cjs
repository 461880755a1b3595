// The last part of `npm install`. Plain old JavaScript, since an install without development
// dependencies runs it on whatever Node.js the machine has: one that is too old for the service
// prepares nothing, and is told so by `npm start`.
const { spawnSync } = require('node:child_process')

const OLDEST = 24

function run(script) {
  const { status } = spawnSync(process.execPath, [`${__dirname}/${script}`], { stdio: 'inherit' })
  process.exitCode ||= status ?? 1
}

/** Without it the service runs from its sources, and its reference page is text. */
const hasDevelopment = (() => {
  try {
    return Boolean(require.resolve('rolldown'))
  } catch {
    return false
  }
})()

require('../console/prepare.cjs')
if (Number(process.versions.node.split('.')[0]) >= OLDEST) {
  if (hasDevelopment) {
    run('build-service.ts')
    run('prepare/reference.ts')
  }
  run('prepare-database.ts')
}
