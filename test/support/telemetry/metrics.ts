import assert from 'node:assert/strict'
import type { Service } from '../service.ts'

/** One value of what `GET /metrics` answers. */
export interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

/** Asks a service for its metrics, where it said that they are. */
export async function metricsOf(service: Service): Promise<Sample[]> {
  const [, address = ''] = await service.printed(/"metrics":"([^"]+)"/)
  const answer = await fetch(address)
  assert.equal(answer.status, 200)
  return (await answer.text()).split('\n').flatMap((line) => {
    const [, name, labels = '', value] = /^(\w+)(?:\{(.*)\})? (\S+)$/.exec(line) ?? []
    if (name === undefined) return []
    const pairs = Array.from(labels.matchAll(/(\w+)="([^"]*)"/g), ([, key, text]) => [key, text])
    return [{ name, labels: Object.fromEntries(pairs), value: Number(value) }]
  })
}

/** The sum of the samples of a name with these labels; NaN where there is none. */
export function sampleOf(
  samples: Sample[],
  name: string,
  labels: Record<string, string> = {},
): number {
  const found = samples.filter(
    (one) =>
      one.name === name && Object.entries(labels).every(([key, text]) => one.labels[key] === text),
  )
  return found.length === 0 ? Number.NaN : found.reduce((sum, { value }) => sum + value, 0)
}
