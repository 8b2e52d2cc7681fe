import { Readable } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import type { FastifyReply, FastifyRequest } from 'fastify'
import {
  completeFromRow,
  downloadSkippedRows,
  fixSkippedRow,
  getImport,
  importBulk,
  importCsv,
  importVCards,
  listImports,
  listSkippedRows,
  previewImport,
  undoImport,
} from '#contract/imports.ts'
import { fileNameOfHeader } from '#domain/contact-files/file-name.ts'
import { type Context, contextOf } from '#server/platform/context.ts'
import { AppError } from '#server/platform/errors.ts'
import type { Api } from '#server/platform/http/api.ts'
import { ASYNC_ABOVE_ROWS, MAX_BYTES, MAX_PREVIEW_BYTES, MAX_VCARD_BYTES } from './limits.ts'
import type { AcceptedImport, ImportsService } from './service.ts'

type HttpExchange = { request: FastifyRequest; reply: FastifyReply }

export function importsRoutes(api: Api, service: ImportsService): void {
  /** Responds with the result, or with 202 when the caller prefers that or the import is large. */
  async function answer(
    { request, reply }: HttpExchange,
    context: Context,
    { importId, total }: AcceptedImport,
  ) {
    const atOnce = prefersAsync(request)
    if (atOnce) reply.header('Preference-Applied', 'respond-async')
    const result = atOnce || total > ASYNC_ABOVE_ROWS ? null : await service.result(context, importId)
    if (result) return result
    reply.code(202).header('Location', getImport.path.replace('{id}', importId))
    return { importId }
  }

  api.serve(importCsv, async (call) => {
    const context = contextOf(call)
    const { enrich, mapping, couples } = call.query
    const accepted = await readRequestBody(call, MAX_BYTES, (bytes) =>
      service.acceptCsv(context, bytes, {
        enrich: enrich === '1',
        ...{ mapping, couples },
        fileName: fileNameOf(call.request),
      }),
    )
    return answer(call, context, accepted)
  })

  api.serve(importVCards, async (call) => {
    const context = contextOf(call)
    const enrich = call.query.enrich === '1'
    const accepted = await readRequestBody(call, MAX_VCARD_BYTES, (bytes) =>
      service.acceptVCards(context, bytes, { enrich, fileName: fileNameOf(call.request) }),
    )
    return answer(call, context, accepted)
  })

  api.serve(previewImport, (call) =>
    readRequestBody(call, MAX_PREVIEW_BYTES, async (bytes) =>
      service.preview(contextOf(call), await concatBytes(bytes), call.query.whole === '1'),
    ),
  )

  api.serve(importBulk, async (call) => {
    const context = contextOf(call)
    const { enrich, consent } = call.query
    const options = { enrich: enrich === '1', consent }
    return answer(call, context, await service.acceptBulk(context, call.body.contacts, options))
  })

  api.serve(listImports, (call) => service.list(contextOf(call), call.query))

  api.serve(getImport, (call) => service.get(contextOf(call), call.params.id))

  api.serve(undoImport, (call) => service.undo(contextOf(call), call.params.id))

  api.serve(listSkippedRows, (call) => {
    const { limit, cursor = 0 } = call.query
    return service.listSkipped(contextOf(call), call.params.id, { after: cursor, limit })
  })

  api.serve(downloadSkippedRows, async (call) => {
    const lines = await service.skippedCsv(contextOf(call), call.params.id)
    return call.reply
      .type('text/csv; charset=utf-8')
      .header('Content-Disposition', 'attachment; filename="skipped_rows.csv"')
      .send(Readable.from(lines))
  })

  api.serve(fixSkippedRow, (call) => {
    const { id: importId, row } = call.params
    return service.fixRow(contextOf(call), { importId, row, typed: call.body })
  })

  api.serve(completeFromRow, (call) => {
    const { id: importId, row } = call.params
    return service.updateExisting(contextOf(call), { importId, row, typed: call.body })
  })
}

/** The file's name comes in a header, so that it appears in no URL and no log. */
function fileNameOf({ headers }: FastifyRequest): string | null {
  return fileNameOfHeader(headers['x-file-name'])
}

/** Runs `work` on an unparsed body of at most `max` bytes. */
async function readRequestBody<T>(
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

async function concatBytes(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  return Buffer.concat(chunks)
}

function prefersAsync({ headers }: FastifyRequest): boolean {
  const { prefer } = headers
  return /(^|[,;\s])respond-async($|[,;\s])/i.test(String(prefer ?? ''))
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
  let received = 0
  for await (const chunk of rejectAborted(stream)) {
    received += chunk.length
    if (received > max) throw tooLargeError(max)
    yield chunk
    // Otherwise all buffered chunks would be read in one turn of the event loop.
    await turn()
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
