import { renderToReadableStream } from 'react-dom/server'
import { type EntryContext, type HandleErrorFunction, ServerRouter } from 'react-router'

export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  const nonce = request.headers.get('x-nonce') ?? undefined
  const stream = await renderToReadableStream(
    <ServerRouter context={context} url={request.url} nonce={nonce} />,
    { signal: request.signal, nonce },
  )
  await stream.allReady
  headers.set('Content-Type', 'text/html; charset=utf-8')
  return new Response(stream, { status, headers })
}

/** Unknown addresses are an everyday thing and aborted requests nobody waits for; the rest is a fault to see. */
export const handleError: HandleErrorFunction = (error, { request }) => {
  const status = (error as { status?: number }).status
  if (!request.signal.aborted && status !== 404 && status !== 405) console.error('Rendering failed', error)
}
