import { Readable } from 'node:stream'
import { downloadExport, downloadOwnContacts, listExports, startExport } from '#contract/data-export.ts'
import { bindMember } from '#server/platform/bind-member.ts'
import { contextOf } from '#server/platform/context.ts'
import type { Api } from '#server/platform/http/api.ts'
import type { DataExportService } from './service.ts'

export function dataExportRoutes(api: Api, service: DataExportService): void {
  api.serve(startExport, (call) => service.start(contextOf(call)))

  api.serve(listExports, (call) => service.list(contextOf(call), call.query))

  api.serve(downloadExport, async (call) => {
    const file = await service.download(contextOf(call), call.params.exportId)
    return call.reply
      .type('application/gzip')
      .header('Content-Length', file.bytes)
      .header('Content-Disposition', `attachment; filename="export-${file.createdAt.slice(0, 10)}.tar.gz"`)
      .send(Readable.from(bindMember(file.chunks)))
  })

  api.serve(downloadOwnContacts, async (call) => {
    const { archive, createdAt } = await service.downloadOwnContacts(contextOf(call))
    return call.reply
      .type('application/gzip')
      .header('Content-Disposition', `attachment; filename="my-contacts-${createdAt.slice(0, 10)}.tar.gz"`)
      .send(archive)
  })
}
