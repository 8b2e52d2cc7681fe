import { useEffect, useEffectEvent } from 'react'
import { useSearchParams } from 'react-router'
import { withParam } from './urls.ts'

/**
 * Handles a parameter of the URL, then removes it, so that Back doesn't repeat it.
 *
 * @param isReady false while the parameter has to wait
 */
export function useOnceFromUrl(name: string, handle: (value: string) => void, isReady = true): void {
  const [params, setParams] = useSearchParams()
  const value = params.get(name)
  const onValue = useEffectEvent(handle)
  useEffect(() => {
    if (value === null || !isReady) return
    onValue(value)
    setParams((previous) => withParam(previous, name, null), { replace: true, preventScrollReset: true })
  }, [name, value, isReady, setParams])
}
