import './app.css'
import interLatin from '@fontsource-variable/inter/files/inter-latin-wght-normal.woff2?url'
import { type ReactNode, useContext } from 'react'
import {
  isRouteErrorResponse,
  Link,
  Links,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useRouteLoaderData,
} from 'react-router'
import type { Route } from './+types/root'
import { pageServices } from './page-services.ts'
import { StaticPageScript } from './static-page-script.ts'
import { themeScript } from './ui/theme.ts'
import { Toaster } from './ui/toast.tsx'

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: interLatin, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
]

/** Origin, brand and the nonce that the server sets on the request. */
export function loader({ request, context }: Route.LoaderArgs) {
  const { site, origin, organizationId } = pageServices(context)
  const { brand, mailboxes, claims } = site
  return {
    origin,
    isOrganizationSite: organizationId !== null,
    nonce: request.headers.get('x-nonce') ?? '',
    brand: { ...brand, supportEmail: mailboxes.support, certifications: claims.certifications },
  }
}

/** The document keeps the nonce of its first page, so navigation doesn't reload it. */
export const shouldRevalidate = () => false

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useRouteLoaderData<typeof loader>('root')?.nonce
  const staticPageScript = useContext(StaticPageScript)
  // Browsers hide nonces from scripts, so hydration would report a mismatch without the suppression.
  return (
    <html lang="en" data-theme="dark" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <script
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant script that sets the theme before the first paint
          dangerouslySetInnerHTML={{ __html: themeScript }}
        />
        <Meta />
        <Links nonce="" />
        {staticPageScript && <script type="module" src={staticPageScript} data-static-page="" />}
      </head>
      <body>
        {children}
        {!staticPageScript && (
          <>
            <ScrollRestoration nonce={nonce} />
            <Scripts nonce={nonce} />
          </>
        )}
      </body>
    </html>
  )
}

/** The toaster is outside of the pages, so that toasts survive navigation. */
export default function Root() {
  return (
    <>
      <Outlet />
      <Toaster />
    </>
  )
}

/** Shown instead of a page that failed. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const missing = isRouteErrorResponse(error) && error.status === 404
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col items-center justify-center gap-4 px-4 text-center">
      <h1 className="text-2xl">{missing ? '404 Page Not Found' : "We couldn't show this page"}</h1>
      <p className="text-muted">
        {missing
          ? "This page doesn't exist or has moved."
          : 'Reload it, or go back to the home page and try again.'}
      </p>
      <Link to="/" className="text-accent underline">
        Back to home
      </Link>
    </main>
  )
}
