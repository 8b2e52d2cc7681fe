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
import type { PageBrand } from '#contract/page-services.ts'
import type { Route } from './+types/root'
import { usePageBrand } from './lib/brand.ts'
import { pageServices } from './page-services.ts'
import { StaticPageScript } from './static-page-script.ts'
import { themeScript } from './ui/theme.ts'
import { Toaster } from './ui/toast.tsx'

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: interLatin, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
]

/** Origin, the brand of the host, and the nonce that the server sets on the request. */
export function loader({ request, context }: Route.LoaderArgs) {
  const { site, origin, organizationId, hostBrand } = pageServices(context)
  const { brand, mailboxes, claims } = site
  return {
    origin,
    isOrganizationSite: organizationId !== null,
    nonce: request.headers.get('x-nonce') ?? '',
    product: { ...brand, supportEmail: mailboxes.support, certifications: claims.certifications },
    hostBrand,
  }
}

/** The document keeps the nonce of its first page, so navigation doesn't reload it. */
export const shouldRevalidate = () => false

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useRouteLoaderData<typeof loader>('root')?.nonce
  const staticPageScript = useContext(StaticPageScript)
  const brand = usePageBrand()
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
        <BrandTags brand={brand} nonce={nonce} />
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

/** Icon, colors and manifest of the brand, in the first HTML, so that no other brand shows before. */
function BrandTags({ brand, nonce }: { brand: PageBrand | null; nonce: string | undefined }) {
  return (
    <>
      {brand?.favicon ? (
        <link rel="icon" href={brand.favicon} type="image/png" />
      ) : (
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      )}
      {brand?.css && (
        <style
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the server writes these rules from numbers alone
          dangerouslySetInnerHTML={{ __html: brand.css }}
        />
      )}
      {brand?.themeColor && <meta name="theme-color" content={brand.themeColor} />}
      {brand && <link rel="manifest" href="/manifest.webmanifest" crossOrigin="use-credentials" />}
    </>
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
