import { useCallback, useMemo } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { ContactSort } from '#contract/contacts.ts'
import { CATEGORIES, type Category } from '#domain/signals/categories.ts'

export const DRAWER_TABS = ['overview', 'signals', 'property', 'intelligence', 'tasks'] as const
export type DrawerTab = (typeof DRAWER_TABS)[number]

/** Sort orders of the list; the first is the default. */
export const CONTACT_SORTS = [
  'score',
  'chance',
  'name',
  'enriched',
  'task',
] as const satisfies readonly ContactSort[]

export const CONTACT_PERMISSIONS = ['can-contact', 'do-not-contact'] as const
export type ContactPermission = (typeof CONTACT_PERMISSIONS)[number]

/** The list's search, filters and sort order, as saved views store them. */
export interface ListState {
  search: string
  signal: Category | null
  /** Null: everyone. */
  reach: ContactPermission | null
  sort: ContactSort
}

const MAX_SEARCH_LENGTH = 100
/** Marks a history entry made by opening a contact from the list, so that closing can go back. */
const OPENED_FROM_LIST = { openedFromList: true }

/** The contacts page's URL state: search, filters and open contact. */
export function useContactsUrlState() {
  const [params] = useSearchParams()
  const navigate = useNavigate()
  const location = useLocation()

  const search = (params.get('search') ?? '').trim().slice(0, MAX_SEARCH_LENGTH)
  const signal = oneOf(CATEGORIES, params.get('signal'))
  const reach = oneOf(CONTACT_PERMISSIONS, params.get('reach'))
  const sort = oneOf(CONTACT_SORTS, params.get('sort')) ?? 'score'
  const contactId = params.get('contact')
  const tab = oneOf(DRAWER_TABS, params.get('tab')) ?? 'overview'

  const hrefWith = useCallback(
    (changes: Record<string, string | null>) => {
      const next = new URLSearchParams(params)
      for (const [key, value] of Object.entries(changes)) {
        if (value) next.set(key, value)
        else next.delete(key)
      }
      return `?${next}`
    },
    [params],
  )

  const isOpen = contactId !== null
  const openedHere = Boolean((location.state as { openedFromList?: boolean } | null)?.openedFromList)

  return useMemo(() => {
    const go = (changes: Record<string, string | null>, replace: boolean, state?: unknown) =>
      void navigate(hrefWith(changes), { replace, state, preventScrollReset: true })
    return {
      search,
      signal,
      reach,
      sort,
      contactId,
      tab,
      /** URL with this contact open. */
      contactHref: (id: string) => hrefWith({ contact: id }),
      /** Opening from the list adds one history entry, changing the open contact none: Back always closes the drawer. */
      linkProps: isOpen
        ? { replace: true, state: openedHere ? OPENED_FROM_LIST : null, preventScrollReset: true }
        : { replace: false, state: OPENED_FROM_LIST, preventScrollReset: true },
      open: (id: string) => go({ contact: id }, isOpen, isOpen && !openedHere ? null : OPENED_FROM_LIST),
      close: () => {
        if (openedHere) void navigate(-1)
        else go({ contact: null, tab: null }, true)
      },
      setTab: (next: DrawerTab) => go({ tab: next }, true, openedHere ? OPENED_FROM_LIST : null),
      // A history entry per filter, so that Back undoes it; not marked, so that closing the drawer doesn't.
      setSignal: (next: Category | null) => go({ signal: next }, false),
      setPermission: (next: ContactPermission | null) => go({ reach: next }, false),
      setSort: (next: ContactSort) => go({ sort: sortParam(next) }, false),
      /** Shows a saved view, with a history entry of its own. */
      show: (view: ListState) =>
        go(
          {
            search: view.search,
            signal: view.signal,
            reach: view.reach,
            sort: sortParam(view.sort),
            contact: null,
            tab: null,
          },
          false,
        ),
      clearFilters: () => go({ signal: null, reach: null, search: null }, true),
    }
  }, [search, signal, reach, sort, contactId, tab, isOpen, openedHere, hrefWith, navigate])
}

export type ContactsUrlState = ReturnType<typeof useContactsUrlState>

/** The filter as an API parameter. */
export function doNotContactOf(reach: ContactPermission | null): boolean | undefined {
  return reach === null ? undefined : reach === 'do-not-contact'
}

/** The default order is left out of the URL. */
function sortParam(sort: ContactSort): string | null {
  return sort === 'score' ? null : sort
}

function oneOf<T extends string>(all: readonly T[], text: string | null): T | null {
  return all.find((value) => value === text) ?? null
}
