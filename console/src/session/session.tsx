import { ProblemError, type Session } from '@pedido/client'
import { useQuery } from '@tanstack/react-query'
import {
  createContext,
  type ReactNode,
  Suspense,
  useContext,
  useEffect,
  useEffectEvent,
} from 'react'
import { TimeZoneContext } from '../text/formats.ts'
import { browserLanguage, LanguageContext } from '../text/language.ts'
import { Dialog } from '../ui/dialog.tsx'
import { Problem } from '../ui/problem.tsx'
import { pedido, queries } from './client.ts'
import { setConnection, useConnection } from './connection.ts'
import { noteSignedIn } from './fetch.ts'
import { sendHeld } from './held.tsx'
import { lazily } from './lazily.ts'
import { text } from './text.ts'
import './session.css'

/** Undefined where nobody has signed in. */
async function readSession(): Promise<Session | undefined> {
  try {
    return await pedido.sessions.read()
  } catch (error) {
    if (error instanceof ProblemError && error.status === 401) return undefined
    throw error
  }
}

const SessionContext = createContext<Session | undefined>(undefined)
const SESSION = ['session']

const SignInPage = lazily(() => import('./sign-in/sign-in-page.tsx'))
const SignInAgainForm = lazily(() => import('./sign-in/sign-in-again.tsx'))

/** Who has signed in. Only inside of what somebody who has signed in sees. */
export function useSession(): Session {
  const session = useContext(SessionContext)
  if (!session) throw new Error('nobody has signed in')
  return session
}

/** Whether the member may do what needs this scope. */
export function useMay(): (scope: string) => boolean {
  const { scopes } = useSession()
  return (scope) => mayBy(scopes, scope)
}

/** Whether the member sees orders of some sellers or branches only. */
export function useIsRestricted(): boolean {
  return useSession().only !== null
}

export const mayBy = (scopes: readonly string[], scope: string) =>
  scopes.includes('*') || scopes.includes(scope)

/** Tells the other pages of this browser who has signed in: those whose session had ended go on. */
const others = new BroadcastChannel('pedido:session')

/** Takes over who has signed in, by whichever page that was. */
export function begin(session: Session): void {
  noteSignedIn(true)
  queries.setQueryData(SESSION, session)
  others.postMessage(session)
}

/** After somebody's name, language or account has changed. */
export const renewSession = () => queries.invalidateQueries({ queryKey: SESSION })

/**
 * Goes to another account by what `change` does with the session; the other pages of this browser do, too, so
 * that none goes on writing as if it were in the account before.
 */
export async function moveTo(change: () => Promise<unknown>): Promise<void> {
  await sendHeld()
  await change()
  others.postMessage(MOVED)
  window.location.assign('/console')
}

const MOVED = 'moved'

/** Signs out and forgets all that the page knows. */
export async function leave(): Promise<void> {
  await sendHeld()
  await pedido.sessions.delete()
  window.location.assign('/console')
}

/** Shows what is inside to those who have signed in, and to others the page to do so. */
export function SessionGate({ children }: { children: ReactNode }) {
  const { data: session, error } = useQuery({
    queryKey: SESSION,
    queryFn: async () => {
      const found = await readSession()
      noteSignedIn(found !== undefined)
      return found ?? null
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
  const language = session?.member.language ?? browserLanguage()
  useEffect(() => {
    document.documentElement.lang = language
  }, [language])
  useEffect(() => {
    const hear = ({ data }: MessageEvent) => data === MOVED && window.location.assign('/console')
    others.addEventListener('message', hear)
    return () => others.removeEventListener('message', hear)
  }, [])
  if (error) return <Problem error={error} />
  if (session === undefined) return null
  return (
    <LanguageContext value={language}>
      <Suspense>
        {session === null ? (
          <SignInPage onDone={begin} />
        ) : (
          <TimeZoneContext value={session.account.time_zone}>
            <SessionContext value={session}>
              {children}
              <SignInAgain session={session} language={language} />
            </SessionContext>
          </TimeZoneContext>
        )}
      </Suspense>
    </LanguageContext>
  )
}

/** Over the page where the session has ended: what is on the page stays, and goes on afterwards. */
function SignInAgain({ session, language }: { session: Session; language: 'pt-BR' | 'en' }) {
  const { hasEnded } = useConnection()
  const t = text(language)
  const goOn = useEffectEvent((found: Session) => {
    // Somebody else must not see, or send, what is on this page.
    if (found.member.id !== session.member.id || found.account.id !== session.account.id) {
      window.location.reload()
      return
    }
    queries.setQueryData(SESSION, found)
    setConnection({ hasEnded: false })
  })
  useEffect(() => {
    if (!hasEnded) return
    const hear = ({ data }: MessageEvent<Session | typeof MOVED>) => data !== MOVED && goOn(data)
    others.addEventListener('message', hear)
    return () => others.removeEventListener('message', hear)
  }, [hasEnded])
  return (
    <Dialog isOpen={hasEnded} onClose={() => window.location.reload()} title={t.ended}>
      <p>{t.endedWhy}</p>
      <Suspense>
        <SignInAgainForm
          session={session}
          onDone={(found) => {
            begin(found)
            goOn(found)
          }}
        />
      </Suspense>
    </Dialog>
  )
}
