import type { App } from '../app.ts'
import { ignoreBodies } from './json-body.ts'
import { compileValidator } from './validation.ts'

/** Makes routes that take no body: one has no meaning there and is not read. */
export async function withoutBodies(app: App, routes: (scope: App) => void): Promise<void> {
  await app.register(async (scope: App) => {
    // In a scope Fastify goes back to its own.
    scope.setValidatorCompiler(compileValidator)
    ignoreBodies(scope)
    routes(scope)
  })
}
