// Loaded before each test file. The runner's --test-force-exit ends a file's process as soon as its
// last test is over, and what still waits to be written then is lost: on a busy machine the results
// of whole suites, unnoticed. Where every write blocks, nothing waits. Node has no public way to it.

const { _handle } = process.stdout as unknown as {
  _handle?: { setBlocking?(isBlocking: boolean): void }
}
_handle?.setBlocking?.(true)
