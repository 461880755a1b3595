import type { FastifyReply, FastifyRequest } from 'fastify'
import { onBehalfOf } from '../../base/giving-way/turns.ts'
import type { App } from '../app.ts'

/** Has what a request asks of the embedded database take its turn as its account's work. */
export function takeTurnsAtDatabase(app: App): void {
  const enter = ({ actor }: FastifyRequest, _reply: FastifyReply, done: () => void) => {
    if (actor === null) return done()
    onBehalfOf(actor.account_id, done)
  }
  app.addHook('onRequest', enter)
  // Whatever read the body was begun by the connection.
  app.addHook('preValidation', enter)
}
