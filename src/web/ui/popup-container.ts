import { useCallback, useState } from 'react'

/** The dialog or landmark around a popup's trigger: accessibility rules require the popup to be mounted in it. */
export function usePopupContainer() {
  const [container, setContainer] = useState<HTMLElement | null>(null)
  const triggerRef = useCallback((trigger: HTMLElement | null) => {
    if (trigger)
      setContainer(trigger.closest<HTMLElement>('[role="dialog"]') ?? trigger.closest('main, header'))
  }, [])
  return { container, triggerRef }
}
