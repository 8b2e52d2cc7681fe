import { renderToReadableStream } from 'react-dom/server'
import { type EntryContext, type HandleErrorFunction, ServerRouter } from 'react-router'
import { StaticPageScript } from './static-page-script.ts'

// Exported for the server, which must use the same copy of the router and its contexts.
export { createRequestHandler, RouterContextProvider } from 'react-router'
export { pageServicesKey } from './page-services.ts'

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const nonce = request.headers.get('x-nonce') ?? undefined
  const stream = await renderToReadableStream(
    <StaticPageScript value={isStatic(context) ? context.manifest.entry.module : null}>
      <ServerRouter context={context} url={request.url} nonce={nonce} />
    </StaticPageScript>,
    { signal: request.signal, nonce },
  )
  await stream.allReady
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(stream, { status, headers })
}

/**
 * True for pages below a route with `handle.static`, sent without React. Never in development, where Vite needs its script
 * on each page.
 */
function isStatic({ routeModules, staticHandlerContext }: EntryContext): boolean {
  if (import.meta.env.DEV) return false
  return staticHandlerContext.matches.some(({ route }) => {
    const handle = routeModules[route.id]?.handle as { static?: boolean } | undefined
    return handle?.static === true
  })
}

/** Logs rendering errors, except for unknown URLs and aborted requests. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  const status = (error as { status?: number }).status
  if (!request.signal.aborted && status !== 404 && status !== 405) console.error('Rendering failed', error)
}
