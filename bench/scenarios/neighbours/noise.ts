import { constants, setPriority } from 'node:os'
import type { Client } from './client.ts'
import type { Stand } from './stand.ts'
import { FLOOR, ways } from './ways.ts'

// The noisy neighbour, a process of its own: what its client takes of the processor is not the
// service's, so it gets only what nobody else wants, unless that is what is measured.

/** The message that it gets once it is ready. */
export interface NoiseTask {
  stand: Pick<Stand, 'address' | 'noisy'>
  way: string
}

process.once('message', async ({ stand, way }: NoiseTask) => {
  if (way !== FLOOR) setPriority(constants.priority.PRIORITY_LOW)
  let isOver = false
  const client: Client = { ...stand, isOver: () => isOver, answers: new Map() }
  const begin = await ways[way]?.(client)
  process.once('message', async () => {
    client.answers.clear()
    const lasting = begin?.()
    process.once('message', () => {
      isOver = true
    })
    await lasting
    process.send?.([...client.answers], () => process.exit())
  })
  process.send?.('ready')
})
