import type { Call, List } from './types.ts'

/** Of a list that is gone through: the most that every list gives at once. */
const PAGE_SIZE = 100

type Query = Record<string, unknown>
interface Page {
  data: unknown[]
  next_cursor?: string | null
}

/**
 * A list by its pages.
 * @param ask one page by its query
 * @param start what asks for cursor mode where there is no cursor yet
 */
export function listOf(
  ask: (query: Query) => Call<unknown>,
  query: Query,
  start: Query,
): List<unknown, Query, Page, Page> {
  async function* pages() {
    let { after, cursor = after, ...filters } = query
    for (;;) {
      const place = cursor === undefined ? start : { cursor }
      const page = (await ask({ limit: PAGE_SIZE, ...filters, ...place })) as Page
      yield page
      // The feed's cursor is never null: at its end it stays the one that was sent.
      if (page.next_cursor == null || page.next_cursor === cursor) return
      cursor = page.next_cursor
    }
  }
  return {
    pages,
    page: (more = {}) => ask({ ...query, ...more }) as Call<Page>,
    async *[Symbol.asyncIterator]() {
      for await (const page of pages()) yield* page.data
    },
  }
}
