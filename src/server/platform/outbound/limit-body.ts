import type { IncomingMessage } from 'node:http'
import { type Readable, Transform } from 'node:stream'
import { OutboundError } from './outbound-error.ts'

/** A response's body that fails past `maxBytes`, without trusting the length it announces. */
export function limitBody(
  response: IncomingMessage,
  { maxBytes, failed }: { maxBytes: number; failed: (error: unknown) => OutboundError },
): Readable {
  let bytes = 0
  const limited = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      if (bytes <= maxBytes) done(null, chunk)
      else done(new OutboundError('too_large', 'The server sent too much data'))
    },
  })
  response.on('error', (error) => limited.destroy(failed(error)))
  // Closing the connection ends a download that has become useless.
  limited.on('close', () => response.destroy())
  return response.pipe(limited)
}
