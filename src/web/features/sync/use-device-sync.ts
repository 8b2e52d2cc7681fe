import { useState } from 'react'
import type { ImportResult } from '#contract/imports.ts'
import { SYNC_CONSENT } from '#domain/compliance/sync-consent.ts'
import { isReading } from '#web/features/imports/import-rules.ts'
import { useRefreshContacts } from '#web/features/imports/imports-queries.ts'
import { call } from '#web/lib/api.ts'
import { toast, toastError } from '#web/ui/toast.tsx'

/** A contact from the browser's contact picker; each property has any number of values. */
type DeviceContact = {
  name?: readonly string[]
  tel?: readonly string[]
  email?: readonly string[]
  address?: readonly { addressLine?: readonly string[] }[]
}

type ContactPicker = {
  select(properties: readonly string[], options: { multiple: boolean }): Promise<DeviceContact[]>
}

/** The device's contact picker; null in browsers without one. */
export function contactPicker(): ContactPicker | null {
  const { contacts } = navigator as Navigator & { contacts?: Partial<ContactPicker> }
  return typeof contacts?.select === 'function' ? (contacts as ContactPicker) : null
}

/** A picked contact as uploaded: the first value of each property, or an empty string. */
export function toImportContact({ name, tel, email, address }: DeviceContact) {
  return {
    name: name?.[0] ?? '',
    phone: tel?.[0] ?? '',
    email: email?.[0] ?? '',
    address: address?.[0]?.addressLine?.[0] ?? '',
  }
}

const PROPERTIES = ['name', 'tel', 'email', 'address']
const POLL_MS = 1000

/** Picks contacts on the device and imports them; ends with a result or a failure toast. */
export function useDeviceSync() {
  const [isSyncing, setIsSyncing] = useState(false)
  const [result, setResult] = useState<ImportResult | null>(null)
  const refreshContacts = useRefreshContacts()

  const sync = async () => {
    const picker = contactPicker()
    if (!picker) {
      return toastError(
        'Not Supported',
        "Your browser doesn't support direct contact access. Try using Chrome or Safari on mobile.",
      )
    }
    setIsSyncing(true)
    setResult(null)
    try {
      const contacts = await picker.select(PROPERTIES, { multiple: true })
      if (contacts.length === 0) {
        toast({
          title: 'No Contacts Selected',
          description: 'Please select at least one contact to import.',
        })
        return
      }
      const imported = await uploadContacts(contacts)
      setResult(imported)
      refreshContacts()
      toast({
        title: 'Contacts Synced',
        description: `Successfully imported ${imported.imported} contacts. Background enrichment in progress.`,
      })
    } catch (error) {
      toastError('Sync Failed', failureText(error))
    } finally {
      setIsSyncing(false)
    }
  }

  return { isSyncing, result, sync }
}

/** @throws {Error} "Upload failed" on any failure */
async function uploadContacts(contacts: readonly DeviceContact[]): Promise<ImportResult> {
  try {
    const query = { consent: SYNC_CONSENT.version }
    const response = await call('POST /api/contacts/import/bulk', {
      query,
      body: { contacts: contacts.map(toImportContact) },
    })
    return 'imported' in response ? response : await waitForImport(response.importId)
  } catch {
    throw new Error('Upload failed')
  }
}

/** Polls a long import until it is finished. */
async function waitForImport(importId: string): Promise<ImportResult> {
  for (;;) {
    const current = await call('GET /api/imports/{id}', { params: { id: importId } })
    if (current.status === 'failed') throw new Error('The import failed')
    if (!isReading(current.status)) return current
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
}

function failureText(error: unknown): string {
  return (error instanceof Error && error.message) || 'Permission denied or error accessing contacts.'
}
