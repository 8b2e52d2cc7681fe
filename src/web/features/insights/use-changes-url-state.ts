import { useNavigate, useSearchParams } from 'react-router'
import type { CHANGES_COUNT_LIMIT, ChangeKind } from '#contract/changes.ts'

/** In tab order. Not imported from the contract, which would pull the validator into the bundle. */
export const KINDS: readonly { kind: ChangeKind; label: string }[] = [
  { kind: 'risen', label: 'Up' },
  { kind: 'fallen', label: 'Down' },
  { kind: 'firstScores', label: 'New scores' },
  { kind: 'newSignals', label: 'New signals' },
]
export const COUNT_LIMIT: typeof CHANGES_COUNT_LIMIT = 200
export const PERIODS = [7, 30] as const

/** The kind and period in the URL, with setters that keep the open contact open. */
export function useChangesUrlState() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const setParam = (key: string, value: string) => {
    const query = new URLSearchParams(params)
    query.set(key, value)
    void navigate(`?${query}`, { preventScrollReset: true })
  }
  return {
    kind: KINDS.find((each) => each.kind === params.get('show'))?.kind ?? 'risen',
    days: PERIODS.find((each) => String(each) === params.get('days')) ?? PERIODS[0],
    setKind: (kind: string) => setParam('show', kind),
    setDays: (days: string) => setParam('days', days),
  }
}
