import { useEffect } from 'react'
import { type HeadersFunction, Outlet } from 'react-router'
import { enhancePage } from './enhance/enhance-page.ts'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

/** Sent as HTML and one small script, without React. */
export const handle = { static: true }

/** How long the server may answer with what it rendered before, in seconds. */
const CACHE_SECONDS = 60

export const headers: HeadersFunction = () => ({ 'Cache-Control': `s-maxage=${CACHE_SECONDS}` })

/** Header and footer around every public page. */
export default function SiteFrame() {
  // Runs only where somebody came here from inside the application, whose React is still at work.
  useEffect(enhancePage, [])
  return (
    <>
      <a
        href="#main"
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-60 focus:rounded-lg focus:bg-raised focus:px-4 focus:py-2"
      >
        Skip to content
      </a>
      <SiteHeader />
      <Outlet />
      <SiteFooter />
    </>
  )
}
