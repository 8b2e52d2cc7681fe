import { useQuery } from '@tanstack/react-query'
import { Building2, LogOut, SunMoon, UserRound } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { CurrentUser } from '#contract/auth.ts'
import { LogoutLink } from '#web/features/auth/logout-link.tsx'
import { joinPresent } from '#web/lib/format.ts'
import { urls } from '#web/lib/urls.ts'
import { DropdownMenu, MenuItem, MenuLabel, MenuSeparator } from '#web/ui/dropdown-menu.tsx'
import { readTheme, setTheme } from '#web/ui/theme.ts'
import { ariaKeys } from './shortcuts.ts'
import { ownOrganizationsQuery, SWITCH_TITLE } from './switch-organization.ts'

interface UserMenuContentProps {
  user: CurrentUser
  trigger: ReactNode
  onSwitch: () => void
}

/** The menu: name, email, organization, Profile and Log out. Mounted by the click on its button, so it starts open. */
export function UserMenuContent({ user, trigger, onSwitch }: UserMenuContentProps) {
  const { data: organizations = [] } = useQuery(ownOrganizationsQuery)
  const active = organizations.find(({ isActive }) => isActive)
  const [open, setOpen] = useState(true)
  const name = joinPresent([user.firstName, user.lastName], ' ')
  return (
    <DropdownMenu trigger={trigger} open={open} onOpenChange={setOpen}>
      <MenuLabel>
        {name && <span className="block text-sm font-medium text-text">{name}</span>}
        <span className="block max-w-64 truncate">{user.email}</span>
      </MenuLabel>
      <MenuSeparator />
      {active && (
        <>
          <MenuItem
            icon={<Building2 aria-hidden />}
            aria-keyshortcuts={ariaKeys('organizations')}
            onSelect={onSwitch}
          >
            <span className="block max-w-56 truncate">{active.name}</span>
            <span className="block text-xs text-muted">{SWITCH_TITLE}</span>
          </MenuItem>
          <MenuSeparator />
        </>
      )}
      {/* On phones the top bar has no room for the theme toggle. */}
      <MenuItem
        icon={<SunMoon aria-hidden />}
        className="sm:hidden"
        onSelect={() => setTheme(readTheme() === 'light' ? 'dark' : 'light')}
      >
        Toggle theme
      </MenuItem>
      <MenuItem asChild>
        <Link to={urls.profile}>
          <UserRound aria-hidden />
          Profile
        </Link>
      </MenuItem>
      <MenuItem asChild>
        <LogoutLink>
          <LogOut aria-hidden />
          Log out
        </LogoutLink>
      </MenuItem>
    </DropdownMenu>
  )
}
