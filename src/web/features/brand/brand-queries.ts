import type { BrandSettings, ImageKind } from '#contract/brand.ts'
import { useMember } from '#web/features/auth/protected.tsx'
import { useOrganizationChange } from '#web/features/organization/organization-change.ts'
import { type CallInput, call, send, urlOf } from '#web/lib/api.ts'
import { read } from '#web/lib/query-client.ts'
import { useBrandRefresh } from '#web/lib/use-brand-refresh.ts'

export type BrandInput = CallInput<'PATCH /api/organizations/{id}/brand'>['body']

export function useBrandQuery() {
  const { organizationId } = useMember()
  return read('GET /api/organizations/{id}/brand', { params: { id: organizationId } })
}

const SAVED = { title: 'Saved', description: 'Your team sees the change right away.' }

/** A change of the brand, which this page then shows too. */
function useBrandChange<V>(
  change: (organizationId: string, input: V) => Promise<BrandSettings>,
  failureToast?: readonly [title: string, text: string],
) {
  const refreshBrand = useBrandRefresh()
  return useOrganizationChange<V, BrandSettings>({
    change: async (id, input) => {
      const settings = await change(id, input)
      refreshBrand()
      return settings
    },
    successToast: () => SAVED,
    failureToast,
  })
}

/** Errors show at the fields of the form. */
export const useSaveBrand = () =>
  useBrandChange((id, body: BrandInput) =>
    call('PATCH /api/organizations/{id}/brand', { params: { id }, body }),
  )

/** Sends the file as the request body; the server recognizes its type by the content. */
export const useUploadImage = () =>
  useBrandChange(async (id, { kind, file }: { kind: ImageKind; file: File }): Promise<BrandSettings> => {
    const params = { id }
    const url =
      kind === 'logo'
        ? urlOf('POST /api/organizations/{id}/brand/logo', { params })
        : urlOf('POST /api/organizations/{id}/brand/favicon', { params })
    const type = file.type.startsWith('image/') ? file.type : 'image/png'
    const response = await send('POST', url, file, undefined, { 'Content-Type': type })
    return response.json()
  })

export const useRemoveImage = () =>
  useBrandChange(
    (id, kind: ImageKind) =>
      kind === 'logo'
        ? call('DELETE /api/organizations/{id}/brand/logo', { params: { id } })
        : call('DELETE /api/organizations/{id}/brand/favicon', { params: { id } }),
    ['Remove Failed', "We couldn't remove the picture. Try again."],
  )

export const useSetSender = () =>
  useOrganizationChange({
    change: (id, address: string) =>
      call('POST /api/organizations/{id}/brand/sender', { params: { id }, body: { address } }),
  })

export const useCheckSender = () =>
  useOrganizationChange({
    change: (id) => call('POST /api/organizations/{id}/brand/sender/check', { params: { id } }),
    successToast: (_, { sender }: BrandSettings) =>
      sender?.isUsed
        ? { title: 'Address in use', description: `Emails now come from ${sender.address}.` }
        : { title: 'Not ready yet', description: 'New records can take a few hours to show up.' },
    failureToast: ['Check Failed', "We couldn't check the records. Try again."],
  })

export const useRemoveSender = () =>
  useOrganizationChange({
    change: (id) => call('DELETE /api/organizations/{id}/brand/sender', { params: { id } }),
    failureToast: ['Remove Failed', "We couldn't remove the address. Try again."],
  })
