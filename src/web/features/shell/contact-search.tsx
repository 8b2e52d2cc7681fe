import { Search } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { contactsUrl, urls } from '#web/lib/urls.ts'
import { useTypedSearch } from '#web/lib/use-typed-search.ts'
import { Input } from '#web/ui/input.tsx'
import { Kbd } from '#web/ui/kbd.tsx'

const PAUSE_MS = 200

/** The search of the top bar. On the contacts page it filters while typing; elsewhere Enter goes there. */
export function ContactSearch() {
  const [query, setQuery] = useSearchParams()
  const navigate = useNavigate()
  const onContacts = useLocation().pathname === urls.dashboard
  const write = (search: string) =>
    setQuery(
      (before) => {
        const after = new URLSearchParams(before)
        if (search) after.set('search', search)
        else after.delete('search')
        return after
      },
      { replace: true, preventScrollReset: true },
    )
  const { text, type, searchNow, flush } = useTypedSearch(query.get('search') ?? '', write, PAUSE_MS)
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') event.currentTarget.blur()
    if (event.key !== 'Enter') return
    if (onContacts) searchNow()
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
        onChange={(event) => type(event.target.value, onContacts)}
        onKeyDown={onKeyDown}
        onBlur={flush}
      />
    </search>
  )
}
