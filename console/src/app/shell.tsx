import { type ReactNode, Suspense, useEffect, useMemo, useRef, useState } from 'react'
import { Link, useLocation } from 'wouter'
import { GoneBanner } from '../session/gone-banner.tsx'
import { HeldChanges } from '../session/held.tsx'
import { lazily } from '../session/lazily.ts'
import { leave, useMay, useSession } from '../session/session.tsx'
import { useLanguage } from '../text/language.ts'
import { useTexts } from '../text/texts.ts'
import { IconButton } from '../ui/button.tsx'
import { Icon } from '../ui/icons.tsx'
import { Mark } from '../ui/mark.tsx'
import { Menu } from '../ui/menu.tsx'
import { useCommands } from '../ui/page/commands.ts'
import { Skeleton } from '../ui/pieces.tsx'
import { Toasts } from '../ui/toasts.tsx'
import { Caught } from './caught.tsx'
import { type NavigationEntry, type Section, sections } from './feature.ts'
import { features } from './features.ts'
import { Palette } from './palette.tsx'
import { Screens } from './screens.tsx'
import { ShortcutHelp, useShortcuts } from './shortcuts.tsx'
import { text } from './text.ts'
import { useTheme } from './theme.ts'
import './shell.css'

const TestStrip = lazily(() => import('../common/test-account/strip.tsx'))

type Overlay = 'palette' | 'help'

/** Navigation, the bar above, and the screen that the address names. */
export default function Shell() {
  const t = useTexts(text)
  const [address] = useLocation()
  const [isMenuOpen, setMenuOpen] = useState(false)
  const [overlay, setOverlay] = useState<Overlay>()
  const main = useRef<HTMLElement>(null)
  const { account } = useSession()
  useShortcuts({
    palette: () => setOverlay('palette'),
    help: () => setOverlay('help'),
    isOff: overlay !== undefined,
  })
  useFocusOnNavigation(main, address)
  // biome-ignore lint/correctness/useExhaustiveDependencies: to go somewhere closes it
  useEffect(() => setMenuOpen(false), [address])
  return (
    <div className="shell" data-menu={isMenuOpen || undefined}>
      {/* biome-ignore lint/a11y/useValidAnchor: it leads to a place on the page, and takes the focus along */}
      <a className="shell__skip" href="#main" onClick={() => main.current?.focus()}>
        {t.skip}
      </a>
      <Navigation onClose={() => setMenuOpen(false)} />
      <div className="shell__page">
        <GoneBanner />
        {account.test && (
          <Suspense>
            <TestStrip />
          </Suspense>
        )}
        <Bar isMenuOpen={isMenuOpen} onMenu={() => setMenuOpen(!isMenuOpen)} onOpen={setOverlay} />
        <main id="main" ref={main} tabIndex={-1} className="shell__main">
          <Suspense
            fallback={
              <div className="page">
                <Skeleton />
              </div>
            }
          >
            <Caught address={address}>
              <Screens />
            </Caught>
          </Suspense>
        </main>
      </div>
      <Toasts>
        <HeldChanges />
      </Toasts>
      <Palette isOpen={overlay === 'palette'} onClose={() => setOverlay(undefined)} />
      <ShortcutHelp isOpen={overlay === 'help'} onClose={() => setOverlay(undefined)} />
    </div>
  )
}

/** The menu on telephones, the search, the keys, and who is here. */
function Bar({
  isMenuOpen,
  onMenu,
  onOpen,
}: {
  isMenuOpen: boolean
  onMenu: () => void
  onOpen: (overlay: Overlay) => void
}) {
  const t = useTexts(text)
  return (
    <header className="shell__bar">
      <span className="shell__menu">
        <IconButton
          label={t.menu}
          icon={<Icon name="menu" size={20} />}
          aria-expanded={isMenuOpen}
          onClick={onMenu}
        />
      </span>
      <button type="button" className="shell__search" onClick={() => onOpen('palette')}>
        <Icon name="search" size={16} />
        <span>{t.search}</span>
        <kbd>Ctrl K</kbd>
      </button>
      <IconButton
        label={t.keys}
        icon={<Icon name="help" size={20} />}
        onClick={() => onOpen('help')}
      />
      <MemberMenu />
    </header>
  )
}

/** A screen reader goes on at the heading of what was opened, not at the top of the navigation. */
function useFocusOnNavigation(main: React.RefObject<HTMLElement | null>, address: string): void {
  const before = useRef(address)
  useEffect(() => {
    if (before.current === address) return
    before.current = address
    const place = main.current
    if (!place) return
    const active = document.activeElement
    if (active && active !== document.body && place.contains(active)) return
    place.focus({ preventScroll: true })
  }, [address, main])
}

function Navigation({ onClose }: { onClose: () => void }) {
  const t = useTexts(text)
  const may = useMay()
  const { account } = useSession()
  const entries = useMemo(
    () =>
      features
        .flatMap(({ navigation = [] }) => navigation)
        .filter(({ scope }) => scope === undefined || may(scope)),
    [may],
  )
  return (
    <>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: Escape and the button close it, too */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: Escape and the button close it, too */}
      <div className="shell__shade" onClick={onClose} />
      <nav
        className="shell__nav"
        aria-label={t.navigation}
        onKeyDown={(event) => event.key === 'Escape' && onClose()}
      >
        <Link href="/" className="shell__brand">
          <Mark />
          <span>
            <strong>Pedido</strong>
            <small title={account.name}>{account.name}</small>
          </span>
        </Link>
        <Entries entries={entries.filter(({ section }) => section === undefined)} />
        <div className="shell__setup">
          {sections.map((section) => (
            <NavigationSection
              key={section}
              section={section}
              entries={entries.filter((one) => one.section === section)}
            />
          ))}
        </div>
      </nav>
    </>
  )
}

/** Where programmers look stands what explains the API, too. */
function NavigationSection(props: { section: Section; entries: readonly NavigationEntry[] }) {
  const t = useTexts(text)
  const { section, entries } = props
  const documentation = section === 'programs' && (
    <li>
      <a className="shell__entry" href="/docs" target="_blank" rel="noreferrer">
        <Icon name="book" />
        {t.documentation}
      </a>
    </li>
  )
  if (entries.length === 0) return documentation && <ul>{documentation}</ul>
  return (
    <>
      <div className="shell__section" aria-hidden="true">
        {t[section]}
      </div>
      <Entries entries={entries} label={t[section]}>
        {documentation}
      </Entries>
    </>
  )
}

function Entries(props: {
  entries: readonly NavigationEntry[]
  label?: string
  /** Further ones. */
  children?: ReactNode
}) {
  const { entries, label: name, children } = props
  const language = useLanguage()
  const [address] = useLocation()
  return (
    <ul aria-label={name}>
      {entries.map(({ href, icon, label }) => {
        const isHere = address === href || address.startsWith(`${href}/`)
        return (
          <li key={href}>
            <Link href={href} className="shell__entry" aria-current={isHere ? 'page' : undefined}>
              <Icon name={icon} />
              {label(language)}
            </Link>
          </li>
        )
      })}
      {children}
    </ul>
  )
}

function MemberMenu() {
  const t = useTexts(text)
  const { member } = useSession()
  const [theme, setTheme] = useTheme()
  const themes = (['system', 'light', 'dark'] as const).map((one) => ({
    label: t[one],
    isChecked: theme === one,
    onSelect: () => setTheme(one),
  }))
  const signOut = { label: t.signOut, icon: 'out' as const, onSelect: () => void leave() }
  useCommands('member', [...themes, signOut])
  return (
    <Menu
      trigger={
        <button type="button" className="shell__member">
          {initialsOf(member.name)}
          <span className="visually-hidden"> {t.memberMenu}</span>
        </button>
      }
      label={
        <>
          {member.name}
          <br />
          {member.email}
        </>
      }
      items={[...themes, null, signOut]}
    />
  )
}

function initialsOf(name: string): string {
  const words = name.trim().split(/\s+/)
  const letters = words.length > 1 ? [words[0], words.at(-1)] : words
  return letters.map((word) => word?.charAt(0).toLocaleUpperCase() ?? '').join('')
}
