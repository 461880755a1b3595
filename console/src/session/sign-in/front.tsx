import type { ReactNode } from 'react'
import { useTexts } from '../../text/texts.ts'
import { Mark } from '../../ui/mark.tsx'
import { text } from '../text.ts'
import '../session.css'

/** The frame of pages for those who have not signed in. */
export function Front({
  title,
  sub,
  children,
}: {
  title: string
  sub?: string
  children: ReactNode
}) {
  const t = useTexts(text)
  return (
    <main className="front">
      <div className="front__box">
        <p className="front__mark">
          <Mark size={36} />
          Pedido
        </p>
        <div className="panel stack">
          <div>
            <h1>{title}</h1>
            {sub && <p className="quiet">{sub}</p>}
          </div>
          {children}
        </div>
        <p className="front__foot">
          <a href="/docs">{t.documentation}</a>
        </p>
      </div>
    </main>
  )
}
