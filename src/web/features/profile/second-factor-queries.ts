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
 * A secret for the app, asked for while its dialog is open and forgotten with it. Null where the session is too old: the
 * server is asked first, because a session ages while the page stays.
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

/** Reads anew what shows whether it is on, and what depends on that. */
export function useRefreshSecondFactor() {
  const client = useQueryClient()
  return useCallback(async () => {
    const changed = [SECOND_FACTOR_PATH, '/api/profile/sessions', '/api/auth/is-admin', '/api/organizations']
    await Promise.all(changed.map((path) => client.invalidateQueries({ queryKey: [path] })))
  }, [client])
}
