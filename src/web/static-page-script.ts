import { createContext } from 'react'

/**
 * On a static page the address of its one script; null on pages that React takes over in the browser, and always in
 * the browser itself.
 */
export const StaticPageScript = createContext<string | null>(null)
