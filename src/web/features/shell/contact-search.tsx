import { Search } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { contactsUrl, urls, withParam } from '#web/lib/urls.ts'
import { useTypedSearch } from '#web/lib/use-typed-search.ts'
import { Input } from '#web/ui/form.tsx'
import { Kbd } from '#web/ui/kbd.tsx'

const DEBOUNCE_MS = 200

/** Search box of the top bar. Filters while typing on the contacts page; elsewhere Enter opens that page. */
export function ContactSearch() {
  const [query, setQuery] = useSearchParams()
  const navigate = useNavigate()
  const isOnContacts = useLocation().pathname === urls.dashboard
  const write = (search: string) =>
    setQuery((previous) => withParam(previous, 'search', search), { replace: true, preventScrollReset: true })
  const { text, type, searchNow, flush } = useTypedSearch(query.get('search') ?? '', write, DEBOUNCE_MS)
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.key === 'Escape') {
      // The browser would empty the box only after it lost the focus, and a late search cancels the navigation of a shortcut.
      event.preventDefault()
      if (isOnContacts) searchNow('')
      else type('', false)
      event.currentTarget.blur()
    }
    if (event.key !== 'Enter') return
    if (isOnContacts) searchNow()
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
        className="[&_input]:placeholder-shown:text-ellipsis [&_input:placeholder-shown::-webkit-search-cancel-button]:hidden max-md:[&_input]:pr-1"
        value={text}
        maxLength={100}
        onChange={(event) => type(event.target.value, isOnContacts)}
        onKeyDown={onKeyDown}
        onBlur={flush}
      />
    </search>
  )
}
