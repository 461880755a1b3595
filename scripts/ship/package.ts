import { execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { builtFolder } from '../../bin/built.cjs'
import { PLACEHOLDER, templatePath } from '../../src/database/embedded/template.ts'
import { WITHIN } from '../build-service.ts'
import '../prepare-database.ts'

// `npm run package`: what runs elsewhere, as one file for npm, `dist/pedido-<version>.tgz`, and what it
// brings along as a list in CycloneDX, `dist/pedido-<version>.cdx.json`. The package holds
// compiled JavaScript, since Node.js strips no types below `node_modules`, the console and the client,
// and asks for those libraries alone that are not within what is compiled.

const root = fileURLToPath(new URL('../../', import.meta.url))
const work = join(root, 'dist', 'package')

interface Manifest {
  name: string
  version: string
  description: string
  license: string
  engines: object
  bin: object
  dependencies: Record<string, string>
}

/** As they are, to the same place. */
const COPIED = [
  'bin',
  'migrations',
  'fiscal',
  'docs',
  'console/dist',
  'packages/client/dist',
  'packages/client/README.md',
  'packages/client/README.pt-BR.md',
  'clients',
  'dist/reference.js',
  'openapi.json',
  'CHANGELOG.md',
  'LICENSE',
  'SECURITY.md',
  'README.md',
  'README.pt-BR.md',
  builtFolder().slice(root.length),
  templatePath().slice(root.length),
]

/** Of developers; and the sources of clients in other languages, whose pages come with it. */
const LEFT_OUT =
  /\.js\.map$|\/docs\/(decisions|pictures)(\/|$)|\.d\.cts$|\/clients\/.*\.(cs|php|py)$/

const own = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest
const { version } = own

function manifest(): object {
  const { name, description, license, engines, bin } = own
  const dependencies = Object.entries(own.dependencies).filter(([one]) => !WITHIN.includes(one))
  const client = './packages/client/dist/index'
  return {
    ...{ name, version, description, license, type: 'module', engines, bin },
    exports: { './client': { types: `${client}.d.ts`, default: `${client}.js` } },
    dependencies: Object.fromEntries(dependencies),
  }
}

if (!existsSync(join(root, 'console/dist/index.html'))) {
  throw new Error('The console is not built: run "npm install" first.')
}
execFileSync(process.execPath, [join(root, 'packages/client/build.ts')], { stdio: 'inherit' })
rmSync(work, { recursive: true, force: true })
for (const path of COPIED) {
  mkdirSync(dirname(join(work, path)), { recursive: true })
  cpSync(join(root, path), join(work, path), {
    recursive: true,
    filter: (source) => !LEFT_OUT.test(source),
  })
}
for (const folder of globSync('dist/database-template/**/', { cwd: work })) {
  if (readdirSync(join(work, folder)).length === 0)
    writeFileSync(join(work, folder, PLACEHOLDER), '')
}
writeFileSync(join(work, 'package.json'), `${JSON.stringify(manifest(), undefined, 2)}\n`)
// The same versions of libraries as here: an application is not to meet others than it was tested with.
cpSync(join(root, 'package-lock.json'), join(work, 'npm-shrinkwrap.json'))
const lockOnly = ['install', '--package-lock-only', '--ignore-scripts', '--prefer-offline']
execFileSync('npm', [...lockOnly, '--no-audit', '--no-fund'], { cwd: work, stdio: 'ignore' })
const sbom = ['sbom', '--package-lock-only', '--sbom-format=cyclonedx']
const parts = execFileSync('npm', sbom, { cwd: work, encoding: 'utf8' })
writeFileSync(join(root, 'dist', `pedido-${version}.cdx.json`), parts)
execFileSync('npm', ['pack', work, '--silent', '--pack-destination', join(root, 'dist')], {
  stdio: 'inherit',
})
