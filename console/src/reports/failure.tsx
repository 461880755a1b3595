import type { UseQueryResult } from '@tanstack/react-query'
import { useTexts } from '../text/texts.ts'
import { Button } from '../ui/button.tsx'
import { Problem } from '../ui/problem.tsx'
import { text } from './text.ts'

/** What was refused, such as days with too many orders, and a way to ask again. */
export function Failure({ found }: { found: UseQueryResult<unknown> }) {
  const t = useTexts(text)
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
