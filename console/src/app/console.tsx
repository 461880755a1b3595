import { CSPProvider } from '@base-ui/react/csp-provider'
import { Suspense } from 'react'
import { Route, Router, Switch } from 'wouter'
import { GoneBanner } from '../session/gone-banner.tsx'
import { lazily } from '../session/lazily.ts'
import { SessionGate } from '../session/session.tsx'
import { idOf } from '../text/ids.ts'
import { browserLanguage, LanguageContext } from '../text/language.ts'

const LinkPage = lazily(() => import('../session/sign-in/link-page.tsx'))
const ProviderPage = lazily(() => import('../session/sign-in/provider-page.tsx'))
const Shell = lazily(() => import('./shell.tsx'))

/** The whole page. Style elements of Base UI are off: the service’s policy refuses them. */
export function Console() {
  return (
    <CSPProvider disableStyleElements>
      <LanguageContext value={browserLanguage()}>
        <Router base="/console">
          <Suspense>
            <Switch>
              <Route path="/link">
                <GoneBanner />
                <LinkPage />
              </Route>
              <Route path="/provider/:account">
                {({ account }) => (
                  <>
                    <GoneBanner />
                    <ProviderPage account={idOf(account)} />
                  </>
                )}
              </Route>
              <Route>
                <SessionGate>
                  <Shell />
                </SessionGate>
              </Route>
            </Switch>
          </Suspense>
        </Router>
      </LanguageContext>
    </CSPProvider>
  )
}
