import { fileURLToPath } from 'node:url'
import { defineConfig, type Plugin } from 'vite'

/** Where `npm run console:dev` finds the service. */
const SERVICE = 'http://127.0.0.1:3000'
/** The console's own addresses; every other one is the service's. */
const PROXIED = '^/(?!console(/|$))'

const clientSource = new URL('../packages/client/src/index.ts', import.meta.url)

/** Style sheets come in whatever order they are loaded: each names the layers in theirs. */
const layers: Plugin = {
  name: 'layers',
  enforce: 'pre',
  transform: (code, id) => (id.endsWith('.css') ? `@layer reset, ui, screen;\n${code}` : undefined),
}

/** What rows of the model say to the service alone. */
const FOR_SERVICE = [
  'areTogether',
  'description',
  'digits',
  'embedded',
  'events',
  'example',
  'form',
  'hasCase',
  'heading',
  'headings',
  'isPersonal',
  'pattern',
  'plural',
  'sample',
  'searched',
  'searchedIn',
  'stays',
  'title',
  'usedBy',
]

/** The model's rows are data: of them comes what the console shows. */
const rows: Plugin = {
  name: 'rows',
  load: async (id) => {
    if (!/\/packages\/model\/([^/]+\/)?[^/]+\.ts$/.test(id)) return undefined
    const constants = Object.entries((await import(id)) as object)
    if (constants.some(([, value]) => typeof value === 'function')) return undefined
    // Of a filter the console knows that there is one.
    const shown = (key: string, value: unknown) =>
      FOR_SERVICE.includes(key) ? undefined : key === 'filter' ? true : value
    return constants
      .map(([name, value]) => `export const ${name} = ${JSON.stringify(value, shown)}`)
      .join('\n')
  },
}

export default defineConfig({
  plugins: [layers, rows],
  root: fileURLToPath(new URL('.', import.meta.url)),
  base: '/console/',
  resolve: {
    // What imports React, ours and the libraries', gets Preact, a sixth of its size.
    alias: {
      '@pedido/client': fileURLToPath(clientSource),
      'react-dom': 'preact/compat',
      'react-dom/client': 'preact/compat/client',
      'react/jsx-runtime': 'preact/jsx-runtime',
      react: 'preact/compat',
    },
  },
  oxc: { jsx: { runtime: 'automatic' } },
  build: {
    target: 'es2022',
    // A picture inside of a script or style sheet could not be kept apart from it.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    manifest: 'manifest.json',
    rolldownOptions: {
      // What twenty files and more share is one: by itself each took a request, and all 3.7 KB more. With
      // twelve it would be 14 KB, but signing in would load 26 KB more than it needs.
      output: {
        codeSplitting: {
          groups: [{ name: 'shared', test: /console\/src\/(common|text|ui)\//, minShareCount: 20 }],
        },
      },
      // Of each file of a library that may also run on a server, which this page never does.
      onLog: (level, log, report) =>
        log.code === 'MODULE_LEVEL_DIRECTIVE' ? undefined : report(level, log),
    },
  },
  server: { port: 5173, proxy: { [PROXIED]: { target: SERVICE, changeOrigin: false } } },
})
