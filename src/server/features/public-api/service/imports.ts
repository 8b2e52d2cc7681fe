import type { ImportSummary } from '#contract/imports.ts'
import type { ApiImport, ImportInput } from '#contract/v1/imports.ts'
import type { ImportsService } from '#server/features/imports/service.ts'
import type { Context } from '#server/platform/context.ts'
import type { Page, PageQuery } from '#server/platform/page.ts'

/** Imports as the public API starts and reports them. */
export function apiImports({ imports }: { imports: Pick<ImportsService, 'acceptCsv' | 'get' | 'list'> }) {
  const get = async (context: Context, id: string): Promise<ApiImport> =>
    apiImportOf(await imports.get(context, id))

  return {
    get,

    async list(context: Context, page: PageQuery): Promise<Page<ApiImport>> {
      const { items, next } = await imports.list(context, page)
      return { items: items.map(apiImportOf), next }
    },

    /** Enriches no one, since that would go past the credit limit of a key. @throws {AppError} unprocessable, conflict */
    async start(context: Context, { csv, couples, fileName }: ImportInput): Promise<ApiImport> {
      const bytes = Buffer.from(csv)
      const accepted = await imports.acceptCsv(context, onePart(bytes), { couples, fileName, enrich: false })
      return get(context, accepted.importId)
    },
  }
}

async function* onePart(bytes: Uint8Array) {
  yield bytes
}

function apiImportOf({ importId, ...summary }: ImportSummary): ApiImport {
  const { status, fileName, total, imported, skipped, updated, createdAt, finishedAt } = summary
  return { id: importId, status, fileName, total, imported, skipped, updated, createdAt, finishedAt }
}
