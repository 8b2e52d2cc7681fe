import { createContext, type RouterContextProvider } from 'react-router'
import type { PageServices } from '#contract/page-services.ts'

/**
 * The key under which the server hands its services to loaders. The server takes it from the built pages (the entry
 * exports it): a second copy of this module would be another key.
 */
export const pageServicesKey = createContext<PageServices>()

/** What a loader of a public page may ask of the server. */
export function pageServices(context: Readonly<RouterContextProvider>): PageServices {
  return context.get(pageServicesKey)
}
