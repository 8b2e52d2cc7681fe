import { infiniteQueryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { listContacts } from '#contract/contacts.ts'
import type { SentBody } from '#contract/endpoint.ts'
import {
  type CsvPreview,
  completeFromRow,
  encodeMapping,
  fixSkippedRow,
  getImport,
  type ImportStatus,
  importCsv,
  importVCards,
  listImports,
  listSkippedRows,
  previewImport,
  undoImport,
} from '#contract/imports.ts'
import {
  type CoupleChoice,
  type CsvField,
  type CsvMapping,
  csvFieldLabel,
} from '#domain/contact-files/csv-fields.ts'
import { call, urlOf } from '#web/lib/api.ts'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { formatQuantity } from '#web/lib/format.ts'
import { read } from '#web/lib/query-client.ts'
import { toast } from '#web/ui/toast.tsx'
import { isUnderWay } from './import-rules.ts'

const POLL_MS = 1000
const PREVIEW_BYTES = 128 * 1024
const importsPath = '/api/imports'
const NO_CSV_DATA = 'No CSV data'

/** What the failure toast says for a server message. */
export function importFailureText(message: string): string {
  return message.includes(NO_CSV_DATA) ? 'Please select a valid CSV file to upload.' : message
}

export function toastImportFailed(message: string): void {
  toast({ title: 'Oops! Import Failed', description: importFailureText(message), variant: 'destructive' })
}

export type Upload = {
  file: File
  kind: 'csv' | 'vcf'
  enrich: boolean
  /** Corrections of the recognized columns; null before anybody could see them. */
  mapping: CsvMapping | null
  couples: CoupleChoice
}

/** Sends the file itself, so that the browser streams it however large it is; answers the id of the import. */
export function useUploadFile() {
  return useMutation({
    mutationFn: async (upload: Upload): Promise<string> => {
      const { address, type } = uploadTargetOf(upload)
      const response = await sendBytes(address, upload.file, {
        'Content-Type': type,
        Prefer: 'respond-async',
        'X-File-Name': encodeURIComponent(upload.file.name.toWellFormed()),
      })
      const { importId } = (await response.json()) as { importId: string }
      return importId
    },
    onError: (error) => toastImportFailed(messageOf(error, 'The file could not be sent. Please try again.')),
  })
}

function uploadTargetOf({ kind, enrich: wanted, mapping, couples }: Upload): {
  address: string
  type: string
} {
  const enrich = wanted ? '1' : '0'
  if (kind === 'vcf') return { address: urlOf(importVCards, { query: { enrich } }), type: 'text/vcard' }
  const query = { enrich, couples, mapping: mapping ? encodeMapping(mapping) : null }
  return { address: urlOf(importCsv, { query }), type: 'text/plain' }
}

async function sendBytes(address: string, body: Blob, headers: Record<string, string>): Promise<Response> {
  const response = await fetch(address, { method: 'POST', credentials: 'include', headers, body })
  if (!response.ok) throw new ApiError(response.status, await response.text(), response.statusText)
  return response
}

/** How the server would read a CSV file, from its first 128 KiB. A failure is told when the import is started. */
export function usePreview(file: File | null) {
  return useQuery({
    queryKey: [previewImport.path, file?.name, file?.size, file?.lastModified],
    enabled: file !== null,
    gcTime: 0,
    queryFn: async (): Promise<CsvPreview> => {
      const start = file?.slice(0, PREVIEW_BYTES) ?? new Blob()
      const whole = start.size === file?.size ? '1' : '0'
      const address = urlOf(previewImport, { query: { whole } })
      return (await sendBytes(address, start, { 'Content-Type': 'text/plain' })).json()
    },
  })
}

/** The first refused row behind a row number, with how to correct it. */
export function useRefusedRow(importId: string, after: number) {
  const query = after > 0 ? { limit: '1', cursor: String(after) } : { limit: '1' }
  return useQuery({
    queryKey: [importsPath, importId, 'refused', after],
    queryFn: ({ signal }) => call(listSkippedRows, { params: { id: importId }, query, signal }),
  })
}

type Correction = { row: number; body: SentBody<typeof fixSkippedRow> }

/** Adds a refused row's corrected contact. */
export function useFixRow(importId: string) {
  const refresh = useRefreshAfterFix(importId)
  return useMutation({
    mutationFn: ({ row, body }: Correction) =>
      call(fixSkippedRow, { params: { id: importId, row: String(row) }, body }),
    onSuccess: refresh,
  })
}

/** Uses a refused row for the contact who is there already. */
export function useUpdateExisting(importId: string) {
  const refresh = useRefreshAfterFix(importId)
  return useMutation({
    mutationFn: ({ row, body }: Correction) =>
      call(completeFromRow, { params: { id: importId, row: String(row) }, body }),
    onSuccess: ({ filled }) => {
      refresh()
      const labels = filled.map((field) => csvFieldLabel(field as CsvField))
      toast({
        title: 'Contact Updated',
        description: labels.length === 0 ? 'Nothing was missing.' : `Filled in: ${labels.join(', ')}.`,
      })
    },
  })
}

function useRefreshAfterFix(importId: string): () => void {
  const client = useQueryClient()
  return () => {
    const { queryKey } = read(getImport, { params: { id: importId } })
    void client.invalidateQueries({ queryKey, exact: true })
    void client.invalidateQueries({ queryKey: [listContacts.path] })
  }
}

/** The history, page by page. */
export const importPages = infiniteQueryOptions({
  queryKey: [listImports.path, {}, 'pages'],
  initialPageParam: undefined as string | undefined,
  queryFn: ({ pageParam, signal }) => call(listImports, { query: { cursor: pageParam }, signal }),
  getNextPageParam: (page) => page.next ?? undefined,
})

/** State of an import: read again on live events, and every second while it runs in case none arrives. */
export function useImport(id: string | null) {
  return useQuery({
    ...read(getImport, { params: { id: id ?? '' } }),
    enabled: id !== null,
    refetchInterval: ({ state }) => (!state.error && isUnderWay(state.data) ? POLL_MS : false),
  })
}

export function useRefreshContacts(): () => void {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: [listContacts.path] })
}

export function useUndoImport() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ importId }: Pick<ImportStatus, 'importId'>) =>
      call(undoImport, { params: { id: importId } }),
    onSuccess: ({ removed }, { importId }) => {
      toast({
        title: 'Import Undone',
        description: `${formatQuantity(removed, 'contact was', 'contacts were')} removed.`,
      })
      void client.invalidateQueries({ queryKey: read(getImport, { params: { id: importId } }).queryKey })
      void client.invalidateQueries({ queryKey: [listContacts.path] })
    },
    onError: (error) => {
      toast({
        title: 'Undo Failed',
        description: messageOf(error, 'The import could not be undone. Please try again.'),
        variant: 'destructive',
      })
    },
  })
}
