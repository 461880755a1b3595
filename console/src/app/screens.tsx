import { type ComponentType, lazy } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import { useMay } from '../session/session.tsx'
import { useTexts } from '../text/texts.ts'
import { EmptyState, Page } from '../ui/pieces.tsx'
import { useTitle } from '../ui/title.ts'
import { features } from './features.ts'
import { text } from './text.ts'

type ScreenComponent = ComponentType<{ params: Record<string, string> }>

const screens = features
  .flatMap((feature) => feature.screens)
  .map(({ path, scope, load }) => ({ path, scope, Screen: lazy(load) as ScreenComponent }))

const first = features.flatMap(({ navigation = [] }) => navigation)

/** The screen of the address; `/console` alone leads to the first that the member may see. */
export function Screens() {
  const may = useMay()
  const start = first.find(({ scope }) => scope === undefined || may(scope))
  return (
    <Switch>
      {screens.map(({ path, scope, Screen }) => (
        <Route key={path} path={path}>
          {(params) =>
            scope === undefined || may(scope) ? (
              <Screen params={params as Record<string, string>} />
            ) : (
              <Nothing />
            )
          }
        </Route>
      ))}
      <Route path="/">{start ? <Redirect to={start.href} replace /> : <Nothing />}</Route>
      <Route>
        <Nothing />
      </Route>
    </Switch>
  )
}

function Nothing() {
  const t = useTexts(text)
  useTitle(t.nothing)
  return (
    <Page title={t.nothing}>
      <EmptyState title={t.nothingHere}>{t.nothingWhy}</EmptyState>
    </Page>
  )
}
