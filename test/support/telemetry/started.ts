import { openEmptyDatabase } from '../database.ts'
import { run, startService } from '../service.ts'

/**
 * The real command on the database that the tests run on, with a token for everything. The embedded
 * database is in `DATA_DIR`.
 */
export async function startOnAny(given: Record<string, string>, onServer = noMore) {
  const { url, isCluster = false, close: drop } = await openEmptyDatabase()
  const settings: Record<string, string> = {
    SECRET_KEY: Buffer.alloc(32, 7).toString('base64'),
    ...given,
    ...(url === undefined ? {} : { DATABASE_URL: url, ...onServer({ url, isCluster }) }),
  }
  const token = url === undefined ? undefined : await firstToken(settings)
  const service = await startService(settings)
  const close = async () => {
    const ended = await service.stop('SIGTERM')
    await drop()
    return ended
  }
  return { service, token: token ?? service.token ?? '', settings, close }
}

const noMore = (_: { url: string; isCluster: boolean }): Record<string, string> => ({})

async function firstToken(settings: Record<string, string>): Promise<string> {
  await run(['migrate'], settings)
  await run(['account', 'create', 'Aurora'], settings)
  const words = ['token', 'create', '--account', 'Aurora', '--name', 'erp', '--scope', '*']
  return (await run(words, settings)).stdout.trim()
}
