import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type CsvPreview, encodeMapping, type ImportStatus, type ImportTarget } from '#contract/imports.ts'
import {
  type CoupleChoice,
  type CsvField,
  type CsvMapping,
  csvFieldLabel,
} from '#domain/contact-files/csv-fields.ts'
import { CONTACTS_KEY } from '#web/features/contacts/contacts-queries.ts'
import { type CallInput, call, send, urlOf } from '#web/lib/api.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { formatQuantity } from '#web/lib/format.ts'
import { cursorPages } from '#web/lib/pages.ts'
import { read } from '#web/lib/query-client.ts'
import { toast } from '#web/ui/toast.tsx'
import { useChange } from '#web/ui/use-change.ts'
import { isInProgress } from './import-rules.ts'

const POLL_MS = 1000
const PREVIEW_BYTES = 128 * 1024
const importsPath = '/api/imports'
const NO_CSV_DATA = 'No CSV data'

/** The failure toast's text for a server message. */
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
  /** Corrections of the recognized columns; null before the preview was shown. */
  mapping: CsvMapping | null
  couples: CoupleChoice
  /** Null where there is no one to assign to. */
  assignTo: ImportTarget | null
}

/** Uploads the file as the request body, so that the browser streams it; returns the import's id. */
export function useUploadFile() {
  return useMutation({
    mutationFn: async (upload: Upload): Promise<string> => {
      const { url, type } = uploadTargetOf(upload)
      const response = await send('POST', url, upload.file, undefined, {
        'Content-Type': type,
        Prefer: 'respond-async',
        'X-File-Name': encodeURIComponent(upload.file.name.toWellFormed()),
      })
      const { importId } = (await response.json()) as { importId: string }
      return importId
    },
    onError: (error) => toastImportFailed(messageOf(error, "We couldn't upload the file. Please try again.")),
  })
}

function uploadTargetOf({ kind, enrich: isEnriched, mapping, couples, ...upload }: Upload) {
  const enrich = isEnriched ? ('1' as const) : ('0' as const)
  const assignTo = upload.assignTo ?? undefined
  if (kind === 'vcf')
    return {
      url: urlOf('POST /api/contacts/import/vcf', { query: { enrich, assignTo } }),
      type: 'text/vcard',
    }
  const query = { enrich, assignTo, couples, mapping: mapping ? encodeMapping(mapping) : undefined }
  return { url: urlOf('POST /api/contacts/import/csv', { query }), type: 'text/plain' }
}

/** The server's preview of a CSV file, from its first 128 KiB. Failures are shown when the import starts. */
export function usePreview(file: File | null) {
  return useQuery({
    queryKey: ['/api/imports/preview', file?.name, file?.size, file?.lastModified],
    enabled: file !== null,
    gcTime: 0,
    queryFn: async (): Promise<CsvPreview> => {
      const head = file?.slice(0, PREVIEW_BYTES) ?? new Blob()
      const isComplete = head.size === file?.size ? '1' : '0'
      const url = urlOf('POST /api/imports/preview', { query: { whole: isComplete } })
      return (await send('POST', url, head, undefined, { 'Content-Type': 'text/plain' })).json()
    },
  })
}

/** Query for the first skipped row after a row number. */
export function useSkippedRow(importId: string, afterRow: number) {
  const query = afterRow > 0 ? { limit: '1', cursor: String(afterRow) } : { limit: '1' }
  return useQuery({
    queryKey: [importsPath, importId, 'skipped', afterRow],
    queryFn: ({ signal }) =>
      call('GET /api/imports/{id}/refused', { params: { id: importId }, query, signal }),
  })
}

type Correction = { row: number; body: CallInput<'POST /api/imports/{id}/rows/{row}'>['body'] }

/** Adds a skipped row's corrected contact. */
export function useFixRow(importId: string) {
  const refresh = useRefreshAfterFix(importId)
  return useMutation({
    mutationFn: ({ row, body }: Correction) =>
      call('POST /api/imports/{id}/rows/{row}', { params: { id: importId, row: String(row) }, body }),
    onSuccess: refresh,
  })
}

/** Fills in the existing contact from a skipped row. */
export function useUpdateExisting(importId: string) {
  const refresh = useRefreshAfterFix(importId)
  return useMutation({
    mutationFn: ({ row, body }: Correction) =>
      call('POST /api/imports/{id}/rows/{row}/update-existing', {
        params: { id: importId, row: String(row) },
        body,
      }),
    onSuccess: ({ filled: fields }) => {
      refresh()
      const labels = fields.map((field) => csvFieldLabel(field as CsvField))
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
    const { queryKey } = read('GET /api/imports/{id}', { params: { id: importId } })
    void client.invalidateQueries({ queryKey, exact: true })
    void client.invalidateQueries({ queryKey: CONTACTS_KEY })
  }
}

/** All imports, page by page. */
export const importPages = cursorPages('GET /api/imports')

/** One import, refreshed by live events and polled every second while it runs. */
export function useImport(id: string) {
  return useQuery({
    ...read('GET /api/imports/{id}', { params: { id } }),
    refetchInterval: ({ state }) => (!state.error && isInProgress(state.data) ? POLL_MS : false),
  })
}

export function useRefreshContacts(): () => void {
  const client = useQueryClient()
  return () => void client.invalidateQueries({ queryKey: CONTACTS_KEY })
}

export const useUndoImport = () =>
  useChange({
    change: ({ importId }: Pick<ImportStatus, 'importId'>) =>
      call('POST /api/imports/{id}/undo', { params: { id: importId } }),
    successToast: (_, { removed }) => ({
      title: 'Import Undone',
      description: `${formatQuantity(removed, 'contact was', 'contacts were')} removed.`,
    }),
    failureToast: ['Undo Failed', "We couldn't undo the import. Please try again."],
    refreshedKeys: [[importsPath], CONTACTS_KEY],
  })
