import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { CreditFilter } from '#contract/organizations.ts'
import { saveFile } from '#web/features/contacts/vcard-file.ts'

import { Button } from '#web/ui/button.tsx'
import { toastFailure } from '#web/ui/toast-failure.ts'
import { ledgerFile } from './credits-queries.ts'

/** Downloads every page of the filtered ledger as CSV. */
export function ExportButton({ organizationId, filter }: { organizationId: string; filter: CreditFilter }) {
  const download = useMutation({
    mutationFn: () => ledgerFile(organizationId, filter),
    onSuccess: (file) => saveFile(file, 'credits.csv'),
    onError: toastFailure('Export Failed', "We couldn't export the ledger. Try again."),
  })
  return (
    <Button
      pending={download.isPending}
      pendingLabel="Exporting..."
      onClick={() => download.mutate()}
      className="max-sm:w-full"
    >
      <Download aria-hidden />
      Export CSV
    </Button>
  )
}
