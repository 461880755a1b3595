import { type LoadOptions, loadInTurn, type Measured, type Request } from '../support/load.ts'
import { type Figures, figuresOf } from '../support/report.ts'
import type { Service } from '../support/service.ts'
import { type Question, questions, type Sample, takeSample } from './questions.ts'

/** What was asked of both accounts, and how many orders these have. */
export interface Comparison {
  orders: { small: number; large: number }
  answers: { question: string; small: Figures; large: Figures }[]
}

/** Asks each question of the small and the large account in turn. */
export async function askBoth(
  small: Service,
  large: Service,
  options: LoadOptions,
  onAsk: (question: string) => void,
): Promise<Comparison> {
  const samples = { small: await takeSample(small), large: await takeSample(large) }
  const answers: Comparison['answers'] = []
  for (const question of questions) {
    onAsk(question.name)
    const of = async (service: Service, sample: Sample) => ({
      target: service,
      requests: [await requestOf(question, service, sample)],
    })
    const measured: Record<'small' | 'large', Measured[]> = await loadInTurn(
      { small: await of(small, samples.small), large: await of(large, samples.large) },
      options,
    )
    answers.push({
      question: question.name,
      small: figuresOf(measured.small),
      large: figuresOf(measured.large),
    })
  }
  const orders = { small: samples.small.orders, large: samples.large.orders }
  return { orders, answers }
}

/** Records, or their sum. */
type Found = Partial<unknown[]> & { count?: number }

/** @throws Error where nothing is found, for that measures nothing */
async function requestOf(
  { name, path: of, query }: Question,
  { address, token }: Service,
  sample: Sample,
): Promise<Request> {
  const path = `${of ?? '/orders'}?${query(sample)}`
  const headers = { authorization: `Bearer ${token}` }
  const { data } = (await (await fetch(address + path, { headers })).json()) as { data?: Found }
  if (!data?.length && !data?.count) throw new Error(`${name}: ${path} finds nothing.`)
  return { method: 'GET', path, headers }
}
