import { useEffect } from 'react'
import { type HeadersFunction, Outlet } from 'react-router'
import { enhancePage } from './enhance/enhance-page.ts'
import { SiteFooter } from './site-footer.tsx'
import { SiteHeader } from './site-header.tsx'

/** Serves these pages as HTML with one small script instead of React. */
export const handle = { static: true }

/** Server cache time of rendered pages, in seconds. */
const CACHE_SECONDS = 60

export const headers: HeadersFunction = () => ({ 'Cache-Control': `s-maxage=${CACHE_SECONDS}` })

export default function SiteFrame() {
  // Runs only after client-side navigation from the application, where React is still active.
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
