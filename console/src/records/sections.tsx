import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'wouter'
import { useMay } from '../session/session.tsx'
import { useLanguage } from '../text/language.ts'
import { useTexts, wordOf } from '../text/texts.ts'
import '../ui/popups.css'
import { references } from './kinds.ts'
import './records.css'
import { text } from './text.ts'

/** Between the kinds of records. */
export function Sections() {
  const t = useTexts(text)
  const may = useMay()
  const language = useLanguage()
  const [address] = useLocation()
  const list = useRef<HTMLUListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: at each address another one is current
  useEffect(() => {
    const here = list.current?.querySelector('[aria-current]')
    here?.scrollIntoView?.({ block: 'nearest', inline: 'center' })
  }, [address])
  const sections = [
    ...references
      .filter(({ family }) => may(`${family}:read`))
      .map(({ path, labels }) => ({ path, label: wordOf(labels, language) })),
    { path: 'custom-fields', label: t.customFields },
  ]
  return (
    <nav aria-label={t.sections}>
      <ul ref={list} className="tabs__list records__sections">
        {sections.map(({ path, label }) => {
          const href = `/records/${path}`
          const isHere = address === href || address.startsWith(`${href}/`)
          return (
            <li key={path}>
              <Link
                href={href}
                className="tabs__tab"
                aria-current={isHere ? 'page' : undefined}
                data-active={isHere || undefined}
              >
                {label}
              </Link>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}
