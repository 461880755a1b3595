import type { FastifyReply, FastifyRequest } from 'fastify'
import { onBehalfOf } from '../../base/giving-way/turns.ts'
import type { App } from '../app.ts'
import { isRead } from '../reads.ts'
import { leftOf } from './left.ts'

/**
 * Has what a request asks of the database take its turn as its account's work. A read that its client
 * has left waits no longer; a write goes on, as a part of it may be done.
 */
export function takeTurnsAtDatabase(app: App): void {
  const enter = (request: FastifyRequest, _reply: FastifyReply, done: () => void) => {
    const { actor } = request
    if (actor === null) return done()
    onBehalfOf(actor.account_id, done, isRead(request) ? () => leftOf(request) : undefined)
  }
  app.addHook('onRequest', enter)
  // Whatever read the body was begun by the connection.
  app.addHook('preValidation', (request, reply, done) =>
    isRead(request) ? done() : enter(request, reply, done),
  )
}
