import { useQuery, useQueryClient } from '@tanstack/react-query'
import {
  Building2,
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
  Waves,
} from 'lucide-react'
import { useNavigate } from 'react-router'
import type { ContactSummary } from '#contract/contacts.ts'
import { topRecordText } from '#web/features/contacts/top-record-text.ts'
import { useSettingsPages } from '#web/features/settings/settings-pages.ts'
import { ROLE_NAMES } from '#web/features/team/team-queries.ts'
import { fullName, joinPresent } from '#web/lib/format.ts'
import { read } from '#web/lib/query-client.ts'
import { contactsUrl, urls } from '#web/lib/urls.ts'
import { useDebouncedValue } from '#web/lib/use-debounced-value.ts'
import { readTheme, setTheme } from '#web/ui/theme.ts'
import { useNavigation } from './navigation.ts'
import { SHORTCUTS, type ShortcutId } from './shortcuts.ts'
import { ownOrganizationsQuery, useSwitchOrganization } from './switch-organization.ts'

const DEBOUNCE_MS = 150
const MAX_CONTACTS = 8

/** Groups of options, in the order that the arrow keys and the screen show. */
export const PALETTE_GROUPS = ['Contacts', 'Pages', 'Organizations', 'Actions'] as const

export interface PaletteOption {
  id: string
  group: (typeof PALETTE_GROUPS)[number]
  label: string
  detail?: string
  icon: LucideIcon
  shortcut?: (typeof SHORTCUTS)[number] | undefined
  run: () => void
}

export interface PaletteActions {
  onHelp: () => void
  onNewOrganization: () => void
  onToggleSidebar: () => void
}

/**
 * The palette's options for a text: matching contacts, then pages, organizations and actions whose words start with it.
 *
 * @param only limits the options to one group other than contacts
 */
export function usePaletteOptions(text: string, actions: PaletteActions, only?: PaletteOption['group']) {
  const contacts = useContactOptions(only ? '' : text)
  const organizations = useOrganizationOptions(actions)
  const pageOptions = usePageOptions(actions)
  const named = [...pageOptions, ...organizations].filter(({ label }) => matchesWords(label, text))
  const options = [...contacts.options, ...named]
  const groups = only ? [only] : PALETTE_GROUPS
  return {
    options: groups.flatMap((group) => options.filter((option) => option.group === group)),
    isSearching: contacts.isSearching,
  }
}

/** The user's other organizations, and creating one. */
function useOrganizationOptions({ onNewOrganization }: PaletteActions): PaletteOption[] {
  const { data = [] } = useQuery(ownOrganizationsQuery)
  const switchTo = useSwitchOrganization()
  const others = data.filter(({ isActive }) => !isActive)
  return [
    ...others.map(
      ({ id, name, role, isSuspended }): PaletteOption => ({
        id: `organization-${id}`,
        group: 'Organizations',
        label: name,
        detail: isSuspended ? 'Suspended' : ROLE_NAMES[role],
        icon: Building2,
        run: () => switchTo.mutate(id),
      }),
    ),
    {
      id: 'organization-new',
      group: 'Organizations',
      label: 'New organization',
      icon: Plus,
      run: onNewOrganization,
    },
  ]
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

function usePageOptions({
  onHelp,
  onToggleSidebar,
}: Omit<PaletteActions, 'onNewOrganization'>): PaletteOption[] {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const items = useNavigation().flatMap((group) => group.items)
  const hidden = [
    { label: 'Possible duplicates', to: urls.duplicates, icon: UsersRound },
    { label: 'Pond', to: urls.pond, icon: Waves },
  ].filter(({ to }) => items.every((item) => item.to !== to))
  const settings = useSettingsPages().map(({ label, to }) => ({ label, to, icon: Settings }))
  const pages = [...items, ...hidden, ...settings].map(
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
