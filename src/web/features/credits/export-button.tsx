import { useMutation } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import type { CreditFilter } from '#contract/organizations.ts'
import { saveFile } from '#web/features/contacts/vcard-file.ts'
import { messageOf } from '#web/lib/api-error.ts'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import { ledgerFile } from './credits-queries.ts'

/** Downloads what the filter shows, all pages of it. */
export function ExportButton({ organizationId, filter }: { organizationId: string; filter: CreditFilter }) {
  const download = useMutation({
    mutationFn: () => ledgerFile(organizationId, filter),
    onSuccess: (file) => saveFile(file, 'credits.csv'),
    onError: (error) => {
      toast({
        variant: 'destructive',
        title: 'Export Failed',
        description: messageOf(error, 'The ledger could not be exported. Please try again.'),
      })
    },
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
