import { useNavigate, useSearchParams } from 'react-router'
import type { CHANGES_COUNT_LIMIT, ChangeKind } from '#contract/changes.ts'

/** In the order of the tabs. The contract's own list would bring the validator along. */
export const KINDS: readonly { kind: ChangeKind; label: string }[] = [
  { kind: 'risen', label: 'Rose' },
  { kind: 'fallen', label: 'Fell' },
  { kind: 'firstScores', label: 'New scores' },
  { kind: 'newSignals', label: 'New signals' },
]
export const COUNT_LIMIT: typeof CHANGES_COUNT_LIMIT = 200
export const PERIODS = [7, 30] as const

/** Which changes of which period the address names, and how to go to others; the open contact stays. */
export function useChangesUrlState() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const go = (key: string, value: string) => {
    const query = new URLSearchParams(params)
    query.set(key, value)
    void navigate(`?${query}`, { preventScrollReset: true })
  }
  return {
    kind: KINDS.find((each) => each.kind === params.get('show'))?.kind ?? 'risen',
    days: PERIODS.find((each) => String(each) === params.get('days')) ?? PERIODS[0],
    setKind: (kind: string) => go('show', kind),
    setDays: (days: string) => go('days', days),
  }
}
