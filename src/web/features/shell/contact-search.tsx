import { Search } from 'lucide-react'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { contactsUrl, urls } from '#web/lib/urls.ts'
import { Input } from '#web/ui/input.tsx'
import { Kbd } from '#web/ui/kbd.tsx'

const DEBOUNCE_MS = 200

/** The search of the top bar. On the contacts page it filters while typing; elsewhere Enter goes there. */
export function ContactSearch() {
  const [query, setQuery] = useSearchParams()
  const navigate = useNavigate()
  const onContacts = useLocation().pathname === urls.dashboard
  const inAddress = query.get('search') ?? ''
  const [text, setText] = useState(inAddress)
  const written = useRef(inAddress)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  // The back button and links change the address from outside.
  useEffect(() => {
    if (inAddress === written.current) return
    written.current = inAddress
    setText(inAddress)
  }, [inAddress])
  useEffect(() => () => clearTimeout(timer.current), [])

  const write = (next: string) => {
    written.current = next.trim()
    setQuery(
      (before) => {
        const after = new URLSearchParams(before)
        if (written.current) after.set('search', written.current)
        else after.delete('search')
        return after
      },
      { replace: true, preventScrollReset: true },
    )
  }
  const change = (next: string) => {
    setText(next)
    clearTimeout(timer.current)
    if (onContacts) timer.current = setTimeout(() => write(next), DEBOUNCE_MS)
  }
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') event.currentTarget.blur()
    if (event.key !== 'Enter') return
    clearTimeout(timer.current)
    if (onContacts) write(text)
    else void navigate(contactsUrl({ search: text.trim() }))
  }
  return (
    <search className="min-w-0 max-w-90 flex-1">
      <Input
        id="contact-search"
        type="search"
        aria-label="Search contacts"
        aria-keyshortcuts="/"
        placeholder="Search contacts"
        autoComplete="off"
        leading={<Search aria-hidden />}
        trailing={text ? undefined : <Kbd className="max-md:hidden">/</Kbd>}
        className="[&_input]:placeholder-shown:text-ellipsis max-md:[&_input]:pr-3"
        value={text}
        maxLength={100}
        onChange={(event) => change(event.target.value)}
        onKeyDown={onKeyDown}
      />
    </search>
  )
}
