import { useEffect } from 'react'
import { useSearchParams } from 'react-router'

/** Opens the dialog that the address asks for (`?open=add`), which the address then forgets: going back must not repeat it. */
export function useDialogFromUrl(onOpen: (kind: 'add' | 'import') => void): void {
  const [params, setParams] = useSearchParams()
  const requested = params.get('open')
  useEffect(() => {
    if (requested !== 'add' && requested !== 'import') return
    onOpen(requested)
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        after.delete('open')
        return after
      },
      { replace: true, preventScrollReset: true },
    )
  }, [requested, onOpen, setParams])
}
