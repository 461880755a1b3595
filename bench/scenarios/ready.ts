import { startService } from '../../test/support/service.ts'
import type { Scenario } from '../support/command.ts'
import { median } from '../support/figures.ts'
import { FIVE_ITEMS } from '../support/order.ts'
import { ACCOUNT, fillAccount, inDatabase, SETTINGS } from '../support/service.ts'

/** From the start of the process to its first answer on a folder that has orders. */
export const ready: Scenario = {
  name: 'ready',
  about: 'how soon a started service answers',
  databases: ['embedded'],
  numbers: { rounds: 5, orders: 1000 },
  async run({ host, rounds, orders }) {
    const own = await host.createDatabase()
    await inDatabase(own, (db) => fillAccount(db, ACCOUNT, { orders, ...FIVE_ITEMS }))
    const times: number[] = []
    for (let i = 0; i < rounds; i++) {
      const start = performance.now()
      const service = await startService({ ...SETTINGS, ...own })
      const { status } = await fetch(`${service.address}/health/ready`)
      times.push(performance.now() - start)
      await service.stop('SIGTERM')
      if (status !== 200) throw new Error(`/health/ready answered ${status}`)
    }
    const head = { Starts: 0, 'fastest ms': 0, 'median ms': 0, 'slowest ms': 0 }
    return [{ head, rows: [[rounds, Math.min(...times), median(times), Math.max(...times)]] }]
  },
}
