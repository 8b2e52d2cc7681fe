import type { Readable } from 'node:stream'
import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'

/** Runs `work` on an unparsed body of at most `max` bytes. */
export async function readRequestBody<T>(
  { request, stream }: { request: FastifyRequest; stream: Readable | undefined },
  max: number,
  work: (bytes: AsyncIterable<Uint8Array>) => Promise<T>,
): Promise<T> {
  try {
    checkBody(request, max)
    return await work(readBytes(stream, max))
  } catch (error) {
    // The rest of the body is discarded: closing the connection would cost the sender the response.
    request.raw.unpipe().resume()
    throw error
  }
}

/** @throws {AppError} unsupported_type for a compressed body, too_large when Content-Length exceeds `max` */
function checkBody({ headers }: FastifyRequest, max: number): void {
  const encoding = headers['content-encoding']
  if (encoding && encoding.toLowerCase() !== 'identity') {
    throw new AppError('unsupported_type', 'Send the file uncompressed')
  }
  if (Number(headers['content-length']) > max) throw tooLargeError(max)
}

/** The body as it arrives, with its size checked. @throws {AppError} too_large, invalid when the sender hangs up */
async function* readBytes(stream: Readable | undefined, max: number): AsyncGenerator<Uint8Array> {
  if (!stream) return
  let receivedBytes = 0
  for await (const chunk of rejectAborted(stream)) {
    receivedBytes += chunk.length
    if (receivedBytes > max) throw tooLargeError(max)
    yield chunk
    // Otherwise all buffered chunks would be read in one turn of the event loop.
    await yieldToEventLoop()
  }
}

async function* rejectAborted(stream: Readable): AsyncGenerator<Uint8Array> {
  try {
    // The stream shares its connection with the response, so it must survive an early exit.
    yield* stream.iterator({ destroyOnReturn: false })
  } catch {
    throw new AppError('invalid', 'The upload was interrupted. Try again.')
  }
}

function tooLargeError(max: number): AppError {
  const maxText = max < 1024 * 1024 ? `${max / 1024} KB` : `${max / 1024 / 1024} MB`
  return new AppError('too_large', `Files can be up to ${maxText}`)
}
