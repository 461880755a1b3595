import { useTexts } from '../text/texts.ts'
import { Icon } from '../ui/icons.tsx'
import { useConnection } from './connection.ts'
import { text } from './text.ts'
import './session.css'

/** Says that the service is away; the live region is there before, so that it is read out. */
export function GoneBanner() {
  const t = useTexts(text)
  const { isGone } = useConnection()
  return (
    <div role="status">
      {isGone && (
        <p className="gone">
          <Icon name="warning" />
          {t.gone}
        </p>
      )}
    </div>
  )
}
