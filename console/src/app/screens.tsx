import { Redirect, Route, Switch } from 'wouter'
import { lazily } from '../session/lazily.ts'
import { useMay } from '../session/session.tsx'
import { idOf } from '../text/ids.ts'
import { useTexts } from '../text/texts.ts'
import { useTitle } from '../ui/page/title.ts'
import { EmptyState, Page } from '../ui/pieces.tsx'
import type { RouteParams } from './feature.ts'
import { features } from './features.ts'
import { text } from './text.ts'

const screens = features
  .flatMap((feature) => feature.screens)
  .map(({ path, scope, load }) => ({ path, scope, Screen: lazily(load) }))

const first = features.flatMap(({ navigation = [] }) => navigation)

/** The screen of the address; `/console` alone leads to the first that the member may see. */
export function Screens() {
  const may = useMay()
  const start = first.find(({ scope }) => scope === undefined || may(scope))
  return (
    <Switch>
      {screens.map(({ path, scope, Screen }) => (
        <Route key={path} path={path}>
          {(params) => {
            const routeParams = routeParamsOf(path, params)
            const isShown = routeParams && (scope === undefined || may(scope))
            return isShown ? <Screen {...routeParams} /> : <Nothing />
          }}
        </Route>
      ))}
      <Route path="/">{start ? <Redirect to={start.href} replace /> : <Nothing />}</Route>
      <Route>
        <Nothing />
      </Route>
    </Switch>
  )
}

/** What the address says, or undefined where it names no record that there can be. */
function routeParamsOf(
  path: string,
  params: Record<string, string | undefined>,
): RouteParams | undefined {
  const id = idOf(params['id'])
  const isNew = params['id'] === 'new' && path.endsWith(':id?')
  if (params['id'] !== undefined && id === undefined && !isNew) return undefined
  return { ...params, id, isNew } as RouteParams
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
