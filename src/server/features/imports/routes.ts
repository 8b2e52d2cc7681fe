import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import * as contract from '#contract/imports.ts'
import { fileNameOfHeader } from '#domain/contact-files/file-name.ts'
import { bindMember } from '#server/platform/bind-member.ts'
import { type Context, contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import { readRequestBody } from '#server/platform/http/raw-body.ts'
import { ASYNC_ABOVE_ROWS, MAX_BYTES, MAX_PREVIEW_BYTES, MAX_VCARD_BYTES } from './limits.ts'
import type { AcceptedImport, ImportsService } from './service.ts'

type HttpExchange = { request: FastifyRequest; reply: FastifyReply }

export function importsRoutes(api: Api, service: ImportsService): void {
  /** Responds with the result, or with 202 when the caller prefers that or the import is large. */
  async function respond(
    { request, reply }: HttpExchange,
    context: Context,
    { importId, total }: AcceptedImport,
  ) {
    const isAsync = prefersAsync(request)
    if (isAsync) reply.header('Preference-Applied', 'respond-async')
    const result = isAsync || total > ASYNC_ABOVE_ROWS ? null : await service.result(context, importId)
    if (result) return result
    reply.code(202).header('Location', contract.getImport.path.replace('{id}', importId))
    return { importId }
  }

  api.serve(contract.importCsv, async (call) => {
    const context = contextOf(call)
    const { enrich, mapping, couples, assignTo } = call.query
    const accepted = await readRequestBody(call, MAX_BYTES, (bytes) =>
      service.acceptCsv(context, bytes, {
        enrich: enrich === '1',
        ...{ mapping, couples, assignTo },
        fileName: fileNameOf(call.request),
      }),
    )
    return respond(call, context, accepted)
  })

  api.serve(contract.importVCards, async (call) => {
    const context = contextOf(call)
    const { enrich, assignTo } = call.query
    const accepted = await readRequestBody(call, MAX_VCARD_BYTES, (bytes) =>
      service.acceptVCards(context, bytes, {
        enrich: enrich === '1',
        assignTo,
        fileName: fileNameOf(call.request),
      }),
    )
    return respond(call, context, accepted)
  })

  api.serve(contract.previewImport, (call) =>
    readRequestBody(call, MAX_PREVIEW_BYTES, async (bytes) =>
      service.preview(contextOf(call), await concatBytes(bytes), call.query.whole === '1'),
    ),
  )

  api.serve(contract.importBulk, async (call) => {
    const context = contextOf(call)
    const { enrich, consent } = call.query
    const options = { enrich: enrich === '1', consent }
    return respond(call, context, await service.acceptBulk(context, call.body.contacts, options))
  })

  api.serve(contract.listImports, (call) => service.list(contextOf(call), call.query))

  api.serve(contract.getImport, (call) => service.get(contextOf(call), call.params.id))

  api.serve(contract.undoImport, (call) => service.undo(contextOf(call), call.params.id))

  api.serve(contract.listSkippedRows, (call) => {
    const { limit, cursor = 0 } = call.query
    return service.listSkipped(contextOf(call), call.params.id, { after: cursor, limit })
  })

  api.serve(contract.downloadSkippedRows, async (call) => {
    const lines = await service.skippedCsv(contextOf(call), call.params.id)
    return call.reply
      .type('text/csv; charset=utf-8')
      .header('Content-Disposition', 'attachment; filename="skipped_rows.csv"')
      .send(Readable.from(bindMember(lines)))
  })

  api.serve(contract.fixSkippedRow, (call) => {
    const { id: importId, row } = call.params
    return service.fixRow(contextOf(call), { importId, row, input: call.body })
  })

  api.serve(contract.completeFromRow, (call) => {
    const { id: importId, row } = call.params
    return service.updateExisting(contextOf(call), { importId, row, input: call.body })
  })
}

/** The file's name comes in a header, so that it appears in no URL and no log. */
function fileNameOf({ headers }: FastifyRequest): string | null {
  return fileNameOfHeader(headers['x-file-name'])
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
