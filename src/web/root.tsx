import './app.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
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
import { createQueryClient } from './lib/query-client.ts'
import { themeScript } from './ui/theme.ts'
import { Toaster } from './ui/toast.tsx'

/** The page's nonce, set by the server on the request it renders. */
export function loader({ request }: Route.LoaderArgs) {
  return { nonce: request.headers.get('x-nonce') ?? '' }
}

/** The nonce of the first page is the document's for good: moving between pages asks for nothing. */
export const shouldRevalidate = () => false

export function Layout({ children }: { children: ReactNode }) {
  const nonce = useRouteLoaderData<typeof loader>('root')?.nonce
  // The browser hides a nonce from scripts, so the markup that React compares with has none: hence the suppression.
  return (
    <html lang="en" data-theme="dark" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        <script
          nonce={nonce}
          suppressHydrationWarning
          // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours that sets the theme before first paint
          dangerouslySetInnerHTML={{ __html: themeScript }}
        />
        <Meta />
        <Links nonce="" />
      </head>
      <body>
        {children}
        <ScrollRestoration nonce={nonce} />
        <Scripts nonce={nonce} />
      </body>
    </html>
  )
}

export default function Root() {
  const [queryClient] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
      <Toaster />
    </QueryClientProvider>
  )
}

/** What a page that failed shows instead of itself. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const missing = isRouteErrorResponse(error) && error.status === 404
  return (
    <main className="mx-auto flex min-h-dvh max-w-md flex-col items-center justify-center gap-4 px-4 text-center">
      <h1 className="text-2xl">{missing ? '404 Page Not Found' : 'This page could not be shown'}</h1>
      <p className="text-muted">
        {missing
          ? 'There is nothing at this address.'
          : 'Reload it, or go back to the home page and try again.'}
      </p>
      <Link to="/" className="text-accent underline">
        Back to home
      </Link>
    </main>
  )
}
