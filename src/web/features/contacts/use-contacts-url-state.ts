import { useMemo } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import type { ContactSort, PanelFilter } from '#contract/contacts.ts'
import { CATEGORIES, type Category } from '#domain/signals/categories.ts'

export const DRAWER_TABS = ['overview', 'signals', 'property', 'intelligence', 'tasks'] as const
export type DrawerTab = (typeof DRAWER_TABS)[number]

/** Sort orders of the list; the first is the default. */
export const SORT_LABELS: Record<ContactSort, string> = {
  score: 'Highest score',
  chance: 'Highest chance',
  name: 'Name',
  enriched: 'Recently enriched',
  task: 'Next task',
}
const SORTS = Object.keys(SORT_LABELS) as ContactSort[]

/** Values of the URL's contact permission filter. */
const PERMISSIONS = ['can-contact', 'do-not-contact'] as const

/** Labels of the contact permission filter's values. */
export function permissionLabel(doNotContact: boolean): string {
  return doNotContact ? 'Do not contact' : 'Can contact'
}

/** The list's search and filters. */
export interface ListFilter {
  search: string
  signal: Category | null
  /** Null for everyone. */
  doNotContact: boolean | null
  /** The panel's filters as API parameters. */
  panel: PanelTexts
}

/** Keys of the panel's filters in the API and the URL. */
export const PANEL_KEYS = [
  ...['signals', 'tags', 'relationship', 'source', 'city', 'zip', 'minScore', 'maxScore', 'minChance'],
  ...[
    'maxChance',
    'minTenure',
    'maxTenure',
    'lastContactBefore',
    'hasPhone',
    'hasEmail',
    'hasTasks',
    'listed',
  ],
  ...['owner', 'team'],
] as (keyof PanelFilter)[]
export type PanelTexts = { [Key in keyof PanelFilter]?: string }

export function hasFilters({ search, signal, doNotContact, panel }: ListFilter): boolean {
  return search !== '' || signal !== null || doNotContact !== null || Object.keys(panel).length > 0
}

/** The list's search, filters and sort order, as saved views store them. */
export interface ListState extends ListFilter {
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
  const isOpenedFromList = Boolean((location.state as { openedFromList?: boolean } | null)?.openedFromList)

  return useMemo(() => {
    const hrefWith = (changes: Record<string, string | null>) => {
      const next = new URLSearchParams(params)
      for (const [key, value] of Object.entries(changes)) {
        if (value) next.set(key, value)
        else next.delete(key)
      }
      return `?${next}`
    }
    const navigateTo = (changes: Record<string, string | null>, replace: boolean, state?: unknown) =>
      void navigate(hrefWith(changes), { replace, state, preventScrollReset: true })

    const contactId = params.get('contact')
    const isOpen = contactId !== null
    const permission = oneOf(PERMISSIONS, params.get('reach'))
    // Opening from the list adds a history entry; changing the open contact adds none. So Back always closes the drawer.
    const openOptions = {
      replace: isOpen,
      state: isOpen && !isOpenedFromList ? null : OPENED_FROM_LIST,
      preventScrollReset: true,
    }
    return {
      search: (params.get('search') ?? '').trim().slice(0, MAX_SEARCH_LENGTH),
      signal: oneOf(CATEGORIES, params.get('signal')),
      doNotContact: permission && permission === 'do-not-contact',
      panel: panelIn(params),
      sort: oneOf(SORTS, params.get('sort')) ?? 'score',
      contactId,
      tab: oneOf(DRAWER_TABS, params.get('tab')) ?? 'overview',
      /** URL with this contact open. */
      contactHref: (id: string) => hrefWith({ contact: id }),
      linkProps: openOptions,
      open: (id: string) => void navigate(hrefWith({ contact: id }), openOptions),
      close: () => {
        if (isOpenedFromList) void navigate(-1)
        else navigateTo({ contact: null, tab: null }, true)
      },
      setTab: (next: DrawerTab) =>
        navigateTo({ tab: next }, true, isOpenedFromList ? OPENED_FROM_LIST : null),
      // Each filter adds a history entry, so that Back undoes it. The entry isn't marked, so closing the drawer doesn't.
      setSignal: (next: Category | null) => navigateTo({ signal: next }, false),
      setPermission: (next: boolean | null) => navigateTo({ reach: permissionParam(next) }, false),
      change: (changes: Record<string, string | null>) => navigateTo(changes, false),
      setSort: (next: ContactSort) => navigateTo({ sort: sortParam(next) }, false),
    }
  }, [params, isOpenedFromList, navigate])
}

export type ContactsUrlState = ReturnType<typeof useContactsUrlState>

export const NO_PANEL_FILTERS = Object.fromEntries(PANEL_KEYS.map((key) => [key, null]))

function panelIn(params: URLSearchParams): PanelTexts {
  return Object.fromEntries(PANEL_KEYS.flatMap((key) => (params.get(key) ? [[key, params.get(key)]] : [])))
}

/** The URL's value for a sort order; null for the default. */
export function sortParam(sort: ContactSort): string | null {
  return sort === 'score' ? null : sort
}

export function permissionParam(doNotContact: boolean | null): string | null {
  return doNotContact === null ? null : doNotContact ? 'do-not-contact' : 'can-contact'
}

function oneOf<T extends string>(values: readonly T[], text: string | null): T | null {
  return values.find((value) => value === text) ?? null
}
