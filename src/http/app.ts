import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance } from 'fastify'

// biome-ignore format: one line says it
export type App = FastifyInstance<import('node:http').Server, import('node:http').IncomingMessage, import('node:http').ServerResponse, import('fastify').FastifyBaseLogger, TypeBoxTypeProvider>

declare module 'fastify' {
  interface FastifyRequest {
    /** The JSON body as it arrived. */
    rawBody: string | undefined
  }
}
