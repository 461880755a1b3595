import { useSearchParams } from 'wouter'
import { useTexts } from '../text/texts.ts'
import { text } from './text.ts'

/** By which rule the list has who stopped buying, where it has just these. */
export function StoppedNote() {
  const t = useTexts(text)
  const [params] = useSearchParams()
  if (params.get('stopped_buying') !== 'true') return null
  return <p className="quiet">{t.stoppedRule}</p>
}
