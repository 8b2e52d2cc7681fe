import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type * as contract from '#contract/second-factor.ts'
import { call } from '#web/lib/api.ts'
import { read } from '#web/lib/query-client.ts'
import { route } from '#web/lib/route.ts'

const SECOND_FACTOR_PATH = '/api/profile/second-factor'
const getSecondFactor = route<typeof contract.getSecondFactor>('GET', SECOND_FACTOR_PATH)
const startSecondFactor = route<typeof contract.startSecondFactor>('POST', `${SECOND_FACTOR_PATH}/start`)
const confirmSecondFactor = route<typeof contract.confirmSecondFactor>(
  'POST',
  `${SECOND_FACTOR_PATH}/confirm`,
)
const renewRecoveryCodes = route<typeof contract.renewRecoveryCodes>(
  'POST',
  `${SECOND_FACTOR_PATH}/recovery-codes`,
)
const turnOffSecondFactor = route<typeof contract.turnOffSecondFactor>(
  'POST',
  `${SECOND_FACTOR_PATH}/turn-off`,
)

export const secondFactorQuery = read(getSecondFactor)

/**
 * A new secret for the authenticator app, cached only while its dialog is open. Null where the session is too old to set
 * up 2FA, which is read from the server because a session ages while the page stays open.
 */
export function useNewSecret() {
  const client = useQueryClient()
  return useQuery(
    queryOptions({
      queryKey: ['a secret for an authenticator app'],
      gcTime: 0,
      queryFn: async () => {
        const { isFresh } = await client.fetchQuery({ ...secondFactorQuery, staleTime: 0 })
        return isFresh ? call(startSecondFactor, {}) : null
      },
    }),
  )
}

export const confirmCode = (code: string) => call(confirmSecondFactor, { body: { code } })
export const renewCodes = (code: string) => call(renewRecoveryCodes, { body: { code } })
export const turnOff = (code: string) => call(turnOffSecondFactor, { body: { code } })

/** Refreshes everything that depends on whether 2FA is on. */
export function useRefreshSecondFactor() {
  const client = useQueryClient()
  return useCallback(async () => {
    const changed = [SECOND_FACTOR_PATH, '/api/profile/sessions', '/api/auth/is-admin', '/api/organizations']
    await Promise.all(changed.map((path) => client.invalidateQueries({ queryKey: [path] })))
  }, [client])
}
