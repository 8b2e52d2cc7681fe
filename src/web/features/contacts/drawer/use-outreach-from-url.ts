import { useEffect } from 'react'
import { useSearchParams } from 'react-router'
import type { ContactDetail } from '#contract/contacts.ts'
import { CHANNELS, type Channel } from '#domain/compliance/outreach.ts'
import { withParam } from '#web/lib/urls.ts'

/** Opens the outreach dialog if the URL says so (`?write=text`), then removes the parameter. Ignores do-not-contact contacts. */
export function useOutreachFromUrl(contact: ContactDetail, onWrite: (channel: Channel) => void): void {
  const [params, setParams] = useSearchParams()
  const requested = params.get('write')
  const { id, doNotContact } = contact
  useEffect(() => {
    if (requested === null || params.get('contact') !== id) return
    const channel = CHANNELS.find((each) => each === requested)
    if (channel && !doNotContact) onWrite(channel)
    setParams((before) => withParam(before, 'write', null), { replace: true, preventScrollReset: true })
  }, [requested, params, id, doNotContact, onWrite, setParams])
}
