/** Declared responses (`GET /orders/{id} 200`) that no test can receive, each with the reason. */
export const unreachable: { pattern: RegExp; reason: string }[] = [
  {
    pattern: /^GET \/health\/live (500|503)$/,
    reason: 'it asks nothing of anybody: only a fault of our own could make it fail',
  },
  {
    pattern: /^GET \/health\/ready 500$/,
    reason: 'its one statement reads no table: nothing but our own fault can make it fail so',
  },
  {
    pattern: /^GET \/orders\/(.*\/document|picking-list|loading-list|labels) 422$/,
    reason: 'no order that can be written takes its twenty seconds: the maker is tested with fewer',
  },
]
