import type { UseQueryResult } from '@tanstack/react-query'
import { useTexts } from '../text/texts.ts'
import { Button } from './button.tsx'
import { Problem } from './problem.tsx'
import { text } from './text.ts'

/** What was refused, in its place and not over the whole page, and a way to ask again. */
export function Failure({ found }: { found: UseQueryResult<unknown> }) {
  const t = useTexts(text)
  if (!found.error) return null
  return (
    <div className="stack">
      <Problem error={found.error} />
      <div>
        <Button size="small" isBusy={found.isFetching} onClick={() => void found.refetch()}>
          {t.again}
        </Button>
      </div>
    </div>
  )
}
