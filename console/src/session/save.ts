/** A file made here goes to where the browser keeps those that are downloaded. */
export function save(content: Blob, name: string): void {
  const address = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  // The browser has begun to copy it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000)
}
