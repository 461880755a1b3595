import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { actorOf } from '../../access/authenticate.ts'
import { Problem } from '../../base/problems.ts'
import { postalCodeText } from '../../base/values/addresses.ts'
import { bareDocument } from '../../base/values/check-digits.ts'
import type { App } from '../../http/app.ts'
import { sendJson, singleEnvelope } from '../../http/envelope.ts'
import { operation } from '../../http/openapi/operation.ts'
import { single } from '../../http/schemas.ts'
import { leftOf } from '../../http/turns/left.ts'
import type { Services } from '../../services.ts'
import { msg } from '../../texts/message.ts'
import { companyIn, postalCodeIn } from './read.ts'
import { companyQuery, lookupSchemas, postalCodeQuery } from './schema.ts'

const SPEC = { tag: 'Customers', scope: 'customers:read' } as const
const PROBLEMS = ['not_found', 'quota_exceeded'] as const

/** Longer answers are none of a company. */
const MOST_BYTES = 256 * 1024
const PAUSE_S = 10

/** What whoever enters a customer need not type, since an address that the operator configures knows it. */
export function lookupRoutes(app: App, services: Services): void {
  for (const schema of lookupSchemas) app.addSchema(schema)
  const { COMPANY_LOOKUP_URL: companies, POSTAL_CODE_LOOKUP_URL: postalCodes } = services.config
  const offered = { companies: companies !== undefined, postal_codes: postalCodes !== undefined }
  app.get(
    '/lookups',
    operation({
      ...SPEC,
      operationId: 'readLookups',
      summary: 'Read what can be looked up elsewhere',
      description:
        'Nothing, unless whoever runs the service has set `COMPANY_LOOKUP_URL` or `POSTAL_CODE_LOOKUP_URL` ([lookups](/docs/lookups)).',
      success: single(Type.Ref('Lookups')),
    }),
    async (_request, reply) => sendJson(reply, singleEnvelope(JSON.stringify(offered))),
  )

  app.get(
    '/lookups/company',
    operation({
      ...SPEC,
      operationId: 'lookUpCompany',
      summary: 'Look a company up by its CNPJ',
      description: `Asks the address of \`COMPANY_LOOKUP_URL\`; nothing is kept. 404 where that knows no such company, or none is set. [Lookups](/docs/lookups) says what it has to answer.`,
      query: companyQuery,
      success: single(Type.Ref('FoundCompany')),
      problems: PROBLEMS,
    }),
    async (request, reply) => {
      const cnpj = bareDocument(request.query.document) ?? ''
      const url = companies?.replaceAll('{cnpj}', cnpj)
      return sendFound(services, request, reply, url, (answer) => companyIn(answer, cnpj))
    },
  )

  app.get(
    '/lookups/postal-code',
    operation({
      ...SPEC,
      operationId: 'lookUpPostalCode',
      summary: 'Look an address up by its CEP',
      description: `Asks the address of \`POSTAL_CODE_LOOKUP_URL\`; nothing is kept. 404 where that knows no such CEP, or none is set. [Lookups](/docs/lookups) says what it has to answer.`,
      query: postalCodeQuery,
      success: single(Type.Ref('FoundAddress')),
      problems: PROBLEMS,
    }),
    async (request, reply) => {
      const digits = request.query.postal_code.replace('-', '')
      const cep = postalCodeText(digits)
      const url = postalCodes?.replaceAll('{cep}', digits)
      return sendFound(services, request, reply, url, (answer) => postalCodeIn(answer, cep))
    },
  )
}

/**
 * @param url undefined where the operator has set none
 * @throws Problem `not_found`, `unavailable` where the other side does not answer as it should
 */
async function sendFound(
  { outbound, quotas }: Services,
  request: FastifyRequest,
  reply: FastifyReply,
  url: string | undefined,
  read: (answer: Record<string, unknown>) => object | undefined,
): Promise<FastifyReply> {
  if (url === undefined)
    throw new Problem('not_found', msg`Whoever runs the service has set no address for this.`)
  const answer = await quotas.lookups.run(
    actorOf(request).account_id,
    () => outbound.ask(url, { method: 'GET', headers: { accept: 'application/json' } }, MOST_BYTES),
    leftOf(request),
  )
  if ('failure' in answer) throw unavailable(answer.failure)
  const { status, text } = answer
  // Some say 400 of a number that nobody has.
  if (status === 404 || status === 400) throw unknown()
  if (status !== 200) throw unavailable(status)
  const found = read(objectIn(text) ?? wrongAnswer())
  if (found === undefined) throw unknown()
  return sendJson(reply, singleEnvelope(JSON.stringify(found)))
}

function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

const unknown = () => new Problem('not_found', msg`Nothing is known of it there.`)

function wrongAnswer(): never {
  throw unavailable('JSON')
}

const unavailable = (why: string | number) =>
  new Problem('unavailable', msg`What is asked for it does not answer as it should (${why}).`, {
    retryAfter: PAUSE_S,
  })
