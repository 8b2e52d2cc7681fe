import { createContext } from 'react'

/**
 * The URL of a static page's only script; null on pages that React hydrates, and always in the browser.
 */
export const StaticPageScript = createContext<string | null>(null)
