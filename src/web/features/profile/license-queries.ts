import type { LicenseInput, StoredLicense } from '#contract/licenses.ts'
import { stateName } from '#domain/identity/address.ts'
import { call } from '#web/lib/api.ts'
import { keyOf, read } from '#web/lib/query-client.ts'
import { useChange } from '#web/ui/use-change.ts'

export const licensesQuery = read('GET /api/profile/licenses')

const LICENSE_KEYS = [keyOf('GET /api/profile/licenses')]

/** Adds a license, or changes the one with an id. */
export const useSaveLicense = (id: string | null) =>
  useChange({
    change: (body: LicenseInput) =>
      id === null
        ? call('POST /api/profile/licenses', { body })
        : call('PATCH /api/profile/licenses/{id}', { params: { id }, body }),
    successToast: ({ state }) => ({
      title: 'Saved',
      description: `Messages show your ${stateName(state) ?? state} license where the law asks for it.`,
    }),
    refreshedKeys: LICENSE_KEYS,
  })

export const useDeleteLicense = () =>
  useChange({
    change: ({ id }: StoredLicense) => call('DELETE /api/profile/licenses/{id}', { params: { id } }),
    successToast: ({ state }) => ({
      title: 'Deleted',
      description: `Your ${stateName(state) ?? state} license is gone.`,
    }),
    failureToast: ['Not Deleted', "We couldn't delete your license. Try again."],
    refreshedKeys: LICENSE_KEYS,
  })
