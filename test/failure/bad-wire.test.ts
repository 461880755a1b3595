import { startStand } from '../support/servers/stand.ts'
import { wireTests } from '../support/wire/bad-wire.ts'

// What a client may get wrong below HTTP's surface, of several workers as of one process.

wireTests(async () => {
  const stand = await startStand({
    WORKERS: '2',
    REQUEST_TIMEOUT_MS: '1000',
    MAX_UPLOAD_BYTES: '100000',
  })
  const port = Number(new URL(stand.service.address).port)
  return { port, token: stand.token, product: '/products/1', close: stand.close }
})
