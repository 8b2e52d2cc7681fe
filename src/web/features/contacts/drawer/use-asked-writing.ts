import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import type { ContactDetail } from '#contract/contacts.ts'
import { CHANNELS, type Channel } from '#domain/compliance/outreach.ts'

/** Begins to write where the address asks for it (`?write=text`), which the address then forgets; never to who refuses. */
export function useAskedWriting(contact: ContactDetail, onAsked: (channel: Channel) => void): void {
  const [params, setParams] = useSearchParams()
  const asked = params.get('write')
  const { id, doNotContact } = contact
  useEffect(() => {
    if (asked === null || params.get('contact') !== id) return
    const channel = CHANNELS.find((each) => each === asked)
    if (channel && !doNotContact) onAsked(channel)
    setParams(
      (before) => {
        const after = new URLSearchParams(before)
        after.delete('write')
        return after
      },
      { replace: true, preventScrollReset: true },
    )
  }, [asked, params, id, doNotContact, onAsked, setParams])
}
