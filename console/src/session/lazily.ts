import { type ComponentType, type LazyExoticComponent, lazy } from 'react'
import { patientImport } from './fetch.ts'

/**
 * A component of a file of its own, loaded when it is first shown. While the service is gone it
 * waits for it as requests do, in place of breaking the page.
 */
// biome-ignore lint/suspicious/noExplicitAny: what `lazy` itself takes.
export function lazily<T extends ComponentType<any>>(
  load: () => Promise<{ default: T }>,
): LazyExoticComponent<T> {
  return lazy(() => patientImport(load))
}
