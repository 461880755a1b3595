/** Relative addresses of a list's pages by their relation (RFC 8288); null: there is none. */
export type Links = Partial<Record<'self' | 'first' | 'prev' | 'next' | 'last', string | null>>

/** Longer ones are left out: clients take some 16 KB of headers, and the body has them too. */
const LONGEST_HEADER = 4000

const RELATIONS = ['first', 'prev', 'next', 'last'] as const

/** The header `Link` (RFC 8288). */
export function linkHeader(links: Links): { Link?: string } {
  const all = RELATIONS.flatMap((relation) => {
    const link = links[relation]
    return link ? [`<${encoded(link)}>; rel="${relation}"`] : []
  })
  const Link = all.join(', ')
  return Link === '' || Link.length > LONGEST_HEADER ? {} : { Link }
}

/** What can't stand between `<` and `>` but may have come in a path. */
function encoded(link: string): string {
  return link.replace(/[^!-~]|[<>"]/g, encodeURIComponent)
}

/** The page, counted from 1, in which a record with this offset stands. */
export function pageOf(offset: number, limit: number): number {
  return Math.floor(offset / limit) + 1
}

/** The `pagination` of a page that begins at `offset`. */
export function paginationOf(
  url: string,
  { limit, offset, total }: { limit: number; offset: number; total: number },
) {
  const page = pageOf(offset, limit)
  const totalPages = Math.ceil(total / limit)
  const hasNext = offset + limit < total
  const hasPrev = offset > 0
  const starts = startsAround(offset, limit, total)
  const linkTo = linksOf(url)
  const link = (start: number, size = limit) =>
    linkTo({
      page: String(pageOf(start, size)),
      limit: String(size),
      // Between pages only the offset says where.
      ...(offset % limit === 0 ? {} : { offset: String(start) }),
    })
  return {
    page,
    limit,
    total,
    totalPages,
    hasNext,
    hasPrev,
    links: {
      self: link(offset),
      first: link(0),
      last: link(starts.last),
      next: hasNext ? link(offset + limit) : null,
      // What is left before the first whole page is as long as the offset.
      prev: hasPrev
        ? link(starts.prev, starts.prev === 0 && offset < limit ? offset : limit)
        : null,
    },
  }
}

/** Where the previous and the last page begin, counted in whole pages from `offset`. */
function startsAround(offset: number, limit: number, total: number) {
  const first = offset % limit
  const last = total > first ? first + Math.floor((total - 1 - first) / limit) * limit : 0
  return { prev: Math.max(0, Math.min(offset - limit, last)), last }
}

/** The request's own URL, prefix and other parameters kept, with these in place of its own. */
export function linkOf(url: string, changed: Record<string, string>): string {
  return linksOf(url)(changed)
}

/** The same for several links that change the same parameters: the URL is read once. */
function linksOf(url: string): (changed: Record<string, string>) => string {
  const [path, search = ''] = url.split('?')
  const parameters = new URLSearchParams(search)
  // What stands in for `page` or `cursor`.
  for (const name of ['offset', 'after']) parameters.delete(name)
  return (changed) => {
    for (const [name, value] of Object.entries(changed)) parameters.set(name, value)
    return `${path}?${parameters}`
  }
}
