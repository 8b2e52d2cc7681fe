export type Body = { kind: 'json'; value: unknown } | { kind: 'not-json' } | { kind: 'too-big' }

/**
 * Reads a JSON body and counts its bytes (after decompression), because the announced length can't be trusted. Other
 * content types aren't read.
 *
 * @throws when the connection breaks or the request's signal aborts
 */
export async function readBody(response: Response, maxBytes: number): Promise<Body> {
  const type = response.headers.get('content-type') ?? ''
  if (!/^application\/([\w.-]+\+)?json\b/i.test(type) || response.body === null) {
    await response.body?.cancel()
    return { kind: 'not-json' }
  }
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  // Leaving the loop early cancels the stream, which closes the connection.
  for await (const chunk of response.body) {
    bytes += chunk.byteLength
    if (bytes > maxBytes) return { kind: 'too-big' }
    text += decoder.decode(chunk, { stream: true })
  }
  try {
    return { kind: 'json', value: JSON.parse(text + decoder.decode()) }
  } catch {
    return { kind: 'not-json' }
  }
}
