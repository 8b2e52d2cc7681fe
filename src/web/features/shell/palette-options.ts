import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  Keyboard,
  LogOut,
  type LucideIcon,
  PanelLeft,
  Plus,
  Settings,
  SunMoon,
  Upload,
  User,
  UsersRound,
} from 'lucide-react'
import { useNavigate } from 'react-router'
import type { ContactSummary } from '#contract/contacts.ts'
import { topRecordText } from '#web/features/contacts/top-record-text.ts'
import { SETTINGS_PAGES } from '#web/features/settings/settings-pages.ts'
import { fullName, joinPresent } from '#web/lib/format.ts'
import { read } from '#web/lib/query-client.ts'
import { contactsUrl, urls } from '#web/lib/urls.ts'
import { useDebouncedValue } from '#web/lib/use-debounced-value.ts'
import { readTheme, setTheme } from '#web/ui/theme.ts'
import { useNavigation } from './navigation.ts'
import { SHORTCUTS, type ShortcutId } from './shortcuts.ts'

const DEBOUNCE_MS = 150
const MAX_CONTACTS = 8

export interface PaletteOption {
  id: string
  group: 'Contacts' | 'Pages' | 'Actions'
  label: string
  detail?: string
  icon: LucideIcon
  shortcut?: (typeof SHORTCUTS)[number] | undefined
  run: () => void
}

export interface PaletteActions {
  onHelp: () => void
  onToggleSidebar: () => void
}

/** The palette's options for a text: matching contacts, then pages and actions whose words start with it. */
export function usePaletteOptions(text: string, actions: PaletteActions) {
  const contacts = useContactOptions(text)
  const pageOptions = usePageOptions(actions)
  return {
    options: [...contacts.options, ...pageOptions.filter(({ label }) => matchesWords(label, text))],
    isSearching: contacts.isSearching,
  }
}

/** True if each word of the text starts a word of the label, ignoring case and accents. */
function matchesWords(label: string, text: string): boolean {
  const words = foldAccents(label).split(/[\s-]+/)
  const prefixes = foldAccents(text)
    .split(/[\s-]+/)
    .filter(Boolean)
  return prefixes.every((prefix) => words.some((word) => word.startsWith(prefix)))
}

function foldAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
}

function useContactOptions(text: string): { options: PaletteOption[]; isSearching: boolean } {
  const navigate = useNavigate()
  const input = text.trim()
  const debounced = useDebouncedValue(input, DEBOUNCE_MS)
  // Clearing the field takes effect without a delay.
  const search = input === '' ? '' : debounced
  const hasSearch = search !== ''
  const query = useQuery({
    ...read('GET /api/contacts', { query: { search, limit: MAX_CONTACTS } }),
    enabled: hasSearch,
    gcTime: 30_000,
  })
  const contacts: readonly ContactSummary[] = hasSearch ? (query.data ?? []) : []
  return {
    options: contacts.map((contact) => ({
      id: `contact-${contact.id}`,
      group: 'Contacts',
      label: fullName(contact),
      detail: joinPresent([joinPresent([contact.city, contact.state]), topRecordText(contact)], ' · '),
      icon: User,
      run: () => void navigate(contactsUrl({ contact: contact.id })),
    })),
    isSearching: input !== search || (hasSearch && query.isFetching),
  }
}

function usePageOptions({ onHelp, onToggleSidebar }: PaletteActions): PaletteOption[] {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const items = useNavigation().flatMap((group) => group.items)
  const review = { label: 'Possible duplicates', to: urls.duplicates, icon: UsersRound }
  const settings = SETTINGS_PAGES.map((page) => ({ ...page, icon: Settings }))
  const pages = [...items, review, ...settings].map(
    ({ to, ...item }): PaletteOption => ({
      ...item,
      id: `page-${to}`,
      group: 'Pages',
      run: () => void navigate(to),
    }),
  )
  const action = (
    label: string,
    icon: LucideIcon,
    run: () => void,
    shortcut?: ShortcutId,
  ): PaletteOption => ({
    id: `action-${label}`,
    group: 'Actions',
    label,
    icon,
    run,
    shortcut: SHORTCUTS.find(({ id }) => id === shortcut),
  })
  return [
    ...pages,
    action('Add contact', Plus, () => void navigate(contactsUrl({ open: 'add' }))),
    action('Import contacts', Upload, () => void navigate(contactsUrl({ open: 'import' }))),
    action('Toggle theme', SunMoon, () => setTheme(readTheme() === 'light' ? 'dark' : 'light')),
    action('Toggle sidebar', PanelLeft, onToggleSidebar, 'sidebar'),
    action('Keyboard shortcuts', Keyboard, onHelp, 'help'),
    action('Log out', LogOut, () => {
      queryClient.clear()
      window.location.assign(urls.logout)
    }),
  ]
}
