import { createContext, type RouterContextProvider } from 'react-router'
import type { PageServices } from '#contract/page-services.ts'

/**
 * The context key of the server's services for loaders. The server must take it from the built entry, since a second copy
 * of this module would be another key.
 */
export const pageServicesKey = createContext<PageServices>()

/** The server's services for loaders of public pages. */
export function pageServices(context: Readonly<RouterContextProvider>): PageServices {
  return context.get(pageServicesKey)
}
