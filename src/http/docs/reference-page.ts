import Fastify from 'fastify'

const SCRIPT = 'js/scalar.js'

/** What the reference may do: everything of Scalar's that asks another host is off. */
const configuration = {
  url: '/openapi.json',
  proxyUrl: '',
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  showDeveloperTools: 'never',
  hideClientButton: true,
  withDefaultFonts: false,
  persistAuth: false,
  documentDownloadType: 'direct',
  defaultOpenFirstTag: true,
  expandAllParameters: false,
  orderRequiredPropertiesFirst: false,
  orderSchemaPropertiesBy: 'preserve',
  authentication: { preferredSecurityScheme: 'bearer' },
  hiddenClients: { c: true, clojure: true, ocaml: true, r: true, objc: true },
}

/** Scalar puts its styles into the page as it runs, so `style-src` has to let them in. */
export const referencePolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const attribute = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;')

/** The page at `/docs`. */
export const referencePage = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Pedido – API reference</title>
<link rel="icon" href="data:,">
</head>
<body>
<noscript>This page needs JavaScript. The same as a file: <a href="/openapi.json">/openapi.json</a>.</noscript>
<script id="api-reference" data-configuration="${attribute(JSON.stringify(configuration))}"></script>
<script src="/docs/${SCRIPT}"></script>
</body>
</html>
`

/**
 * Scalar's script, 4 MB, out of its package. Only the plugin of the package holds it, and loading
 * that takes 250 ms and 42 MB, so it is done at the first request for it.
 */
export async function referenceScript(): Promise<Buffer> {
  const { default: scalar } = await import('@scalar/fastify-api-reference')
  const shelf = Fastify()
  await shelf.register(scalar, { routePrefix: '/docs', configuration: { url: '/openapi.json' } })
  const { rawPayload } = await shelf.inject(`/docs/${SCRIPT}`)
  await shelf.close()
  return rawPayload
}
