// A part of `npm install`. Plain old JavaScript, since an install without development dependencies
// runs it on whatever Node.js the machine has, where it builds nothing and says how to.
const { existsSync } = require('node:fs')
const { spawnSync } = require('node:child_process')

const hasVite = (() => {
  try {
    return Boolean(require.resolve('vite/package.json'))
  } catch {
    return false
  }
})()

if (hasVite) {
  const { status } = spawnSync('node', [`${__dirname}/build.ts`], { stdio: 'inherit' })
  process.exitCode = status ?? 1
} else if (!existsSync(`${__dirname}/dist/index.html`)) {
  process.stderr.write(
    'The console is not built: copy console/dist from where "npm install" has run, or run it here without --omit=dev.\n',
  )
}
