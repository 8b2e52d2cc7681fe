import { useEffect } from 'react'
import { useSearchParams } from 'react-router'

/** Opens the dialog that the address asks for (`?open=add`), which the address then forgets: going back must not repeat it. */
export function useAskedDialog(onAsked: (kind: 'add' | 'import') => void): void {
  const [params, setParams] = useSearchParams()
  const asked = params.get('open')
  useEffect(() => {
    if (asked !== 'add' && asked !== 'import') return
    onAsked(asked)
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        after.delete('open')
        return after
      },
      { replace: true, preventScrollReset: true },
    )
  }, [asked, onAsked, setParams])
}
