import type { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { getImport, importBulk, importCsv, undoImport } from '#contract/imports.ts'
import { type Context, contextOf } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Api } from '#server/platform/http/api.ts'
import { ANSWER_AT_ONCE_ABOVE, MAX_BYTES } from './policy.ts'
import type { AcceptedImport, ImportsService } from './service.ts'

type Answering = { request: FastifyRequest; reply: FastifyReply }

export function importsRoutes(api: Api, service: ImportsService): void {
  /** The result, or at once that the work goes on: when asked to, and where there is much to do. */
  async function answer(
    { request, reply }: Answering,
    context: Context,
    { importId, total }: AcceptedImport,
  ) {
    const atOnce = prefersAtOnce(request)
    if (atOnce) reply.header('Preference-Applied', 'respond-async')
    const result = atOnce || total > ANSWER_AT_ONCE_ABOVE ? null : await service.result(context, importId)
    if (result) return result
    reply.code(202).header('Location', getImport.path.replace('{id}', importId))
    return { importId }
  }

  api.serve(importCsv, async (call) => {
    const context = contextOf(call)
    const enrich = call.query.enrich === '1'
    try {
      checkBody(call.request)
      const accepted = await service.acceptCsv(context, readBytes(call.stream), { enrich })
      return await answer(call, context, accepted)
    } catch (error) {
      // What still arrives is passed over: closing the connection would cost the sender the answer.
      call.request.raw.unpipe().resume()
      throw error
    }
  })

  api.serve(importBulk, async (call) => {
    const context = contextOf(call)
    const enrich = call.query.enrich === '1'
    return answer(call, context, await service.acceptPicked(context, call.body.contacts, { enrich }))
  })

  api.serve(getImport, (call) => service.get(contextOf(call), call.params.id))

  api.serve(undoImport, (call) => service.undo(contextOf(call), call.params.id))
}

function prefersAtOnce({ headers }: FastifyRequest): boolean {
  const { prefer } = headers
  return /(^|[,;\s])respond-async($|[,;\s])/i.test(String(prefer ?? ''))
}

/** @throws {AppError} unsupported_type for a compressed body, too_large for what says so beforehand */
function checkBody({ headers }: FastifyRequest): void {
  const encoding = headers['content-encoding']
  if (encoding && encoding.toLowerCase() !== 'identity') {
    throw new AppError('unsupported_type', 'Send the file as it is, not compressed')
  }
  if (Number(headers['content-length']) > MAX_BYTES) throw tooLarge()
}

/** The body as it arrives, counted. @throws {AppError} too_large, invalid when the sender hangs up */
async function* readBytes(stream: Readable | undefined): AsyncGenerator<Uint8Array> {
  if (!stream) return
  let received = 0
  for await (const chunk of unbroken(stream)) {
    received += chunk.length
    if (received > MAX_BYTES) throw tooLarge()
    yield chunk
  }
}

async function* unbroken(stream: Readable): AsyncGenerator<Uint8Array> {
  try {
    // Left early, the stream must live on: it is the connection on which the refusal is sent.
    yield* stream.iterator({ destroyOnReturn: false })
  } catch {
    throw new AppError('invalid', 'The upload was cut off before its end')
  }
}

function tooLarge(): AppError {
  return new AppError('too_large', `A file may be at most ${MAX_BYTES / 1024 / 1024} MB`)
}
