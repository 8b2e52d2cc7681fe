import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { listContacts } from '#contract/contacts.ts'
import { getImport, type ImportStatus, importCsv, undoImport } from '#contract/imports.ts'
import { addressOf, call } from '#web/lib/api.ts'
import { ApiError, messageOf } from '#web/lib/api-error.ts'
import { formatQuantity } from '#web/lib/format.ts'
import { read } from '#web/lib/query-client.ts'
import { toast } from '#web/ui/toast.tsx'
import { isUnderWay } from './import-rules.ts'

const POLL_MS = 1000
const NO_CSV_DATA = 'No CSV data'

/** What the failure toast says for a server message. */
export function importFailureText(message: string): string {
  return message.includes(NO_CSV_DATA) ? 'Please select a valid CSV file to upload.' : message
}

export function toastImportFailed(message: string): void {
  toast({ title: 'Oops! Import Failed', description: importFailureText(message), variant: 'destructive' })
}

/** Sends the file itself, so that the browser streams it however large it is; answers the id of the import. */
export function useUploadCsv() {
  return useMutation({
    mutationFn: async ({ file, enrich }: { file: File; enrich: boolean }): Promise<string> => {
      const response = await fetch(addressOf(importCsv, { query: { enrich: enrich ? '1' : '0' } }), {
        method: importCsv.method,
        credentials: 'include',
        headers: { 'Content-Type': 'text/plain', Prefer: 'respond-async' },
        body: file,
      })
      if (!response.ok) throw new ApiError(response.status, await response.text(), response.statusText)
      const { importId } = (await response.json()) as { importId: string }
      return importId
    },
    onError: (error) => toastImportFailed(messageOf(error, 'The file could not be sent. Please try again.')),
  })
}

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
