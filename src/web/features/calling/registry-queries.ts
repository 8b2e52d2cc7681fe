import type { RegistryFile, RegistryUpload } from '#contract/call-permission.ts'
import { useMember } from '#web/features/auth/protected.tsx'
import { useOrganizationChange } from '#web/features/organization/organization-change.ts'
import { call, type ReadInput, send, urlOf } from '#web/lib/api.ts'
import { read } from '#web/lib/query-client.ts'

export function useRegistryFiles() {
  const { organizationId } = useMember()
  return read('GET /api/organizations/{id}/do-not-call', { params: { id: organizationId } })
}

/** Every number's check and Today depend on the files. */
const refreshedKeys = [['/api/contacts'], ['/api/today']]

type UploadQuery = NonNullable<ReadInput<'POST /api/organizations/{id}/do-not-call'>['query']>

/** Uploads the file as the request body, so that the browser streams it. */
export const useUploadRegistryFile = () =>
  useOrganizationChange({
    change: async (id, { file, query }: { file: File; query: UploadQuery }): Promise<RegistryUpload> => {
      const url = urlOf('POST /api/organizations/{id}/do-not-call', { params: { id }, query })
      const response = await send('POST', url, file, undefined, {
        'Content-Type': 'application/octet-stream',
      })
      return response.json()
    },
    refreshedKeys,
  })

export const useDeleteRegistryFile = () =>
  useOrganizationChange({
    change: (id, { registry, areaCode }: RegistryFile) =>
      call('DELETE /api/organizations/{id}/do-not-call/{registry}/{areaCode}', {
        params: { id, registry, areaCode },
      }),
    successToast: ({ areaCode }) => ({ title: 'File Removed', description: `Area code ${areaCode}` }),
    failureToast: ['Remove Failed', "We couldn't remove the file. Try again."],
    refreshedKeys,
  })

export const useSetAskUnchecked = () =>
  useOrganizationChange({
    change: (id, asksUnchecked: boolean) =>
      call('PATCH /api/organizations/{id}/do-not-call', { params: { id }, body: { asksUnchecked } }),
    successToast: (asksUnchecked) => ({
      title: 'Saved',
      description: asksUnchecked
        ? "We'll ask before you call or text an unchecked number."
        : "We won't ask before you call or text an unchecked number.",
    }),
    failureToast: ['Not Saved', "We couldn't save the setting. Try again."],
    refreshedKeys,
  })
