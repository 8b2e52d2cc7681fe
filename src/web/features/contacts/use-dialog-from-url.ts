import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import { withParam } from '#web/lib/urls.ts'

/** Opens the dialog named in the URL (`?open=add`), then removes the parameter so that Back doesn't reopen it. */
export function useDialogFromUrl(onOpen: (kind: 'add' | 'import') => void): void {
  const [params, setParams] = useSearchParams()
  const requested = params.get('open')
  useEffect(() => {
    if (requested !== 'add' && requested !== 'import') return
    onOpen(requested)
    setParams((before) => withParam(before, 'open', null), { replace: true, preventScrollReset: true })
  }, [requested, onOpen, setParams])
}
