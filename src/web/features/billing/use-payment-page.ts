import { useMutation } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { isCheckoutUrl } from './checkout-parameters.ts'

interface PaymentPage<V> {
  /** Returns the URL of the page. */
  create: (input: V) => Promise<{ url: string }>
  onError: (error: Error) => unknown
  /** Called when the user comes back by the back button. */
  onReturn?: () => void
  /** For pages that only forward, so that the back button skips them. */
  replace?: boolean
}

/** Sends the browser to a page of the payment provider. */
export function usePaymentPage<V = void>({ create, onError, onReturn, replace }: PaymentPage<V>) {
  const { reset, ...mutation } = useMutation({
    mutationFn: async (input: V) => {
      const { url } = await create(input)
      if (!isCheckoutUrl(url, window.location.origin)) {
        throw new Error('No checkout URL returned from the card payment provider')
      }
      if (replace) window.location.replace(url)
      else window.location.assign(url)
    },
    onError,
  })
  // The back button restores the page from the browser's cache: still pending, with data from before the visit.
  const onShow = useEffectEvent(({ persisted }: PageTransitionEvent) => {
    if (!persisted) return
    reset()
    onReturn?.()
  })
  useEffect(() => {
    const listener = (event: PageTransitionEvent) => onShow(event)
    window.addEventListener('pageshow', listener)
    return () => window.removeEventListener('pageshow', listener)
  }, [])
  return { ...mutation, isLeaving: mutation.isPending || mutation.isSuccess }
}
