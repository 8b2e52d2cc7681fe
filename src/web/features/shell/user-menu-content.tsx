import { LogOut, SunMoon, UserRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { CurrentUser } from '#contract/auth.ts'
import { LogoutLink } from '#web/features/auth/logout-link.tsx'
import { urls } from '#web/lib/urls.ts'
import { DropdownMenu, MenuItem, MenuLabel, MenuSeparator } from '#web/ui/dropdown-menu.tsx'
import { readTheme, setTheme } from '#web/ui/theme.ts'

interface UserMenuContentProps {
  user: CurrentUser
  /** May be empty. */
  name: string
  trigger: ReactNode
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The menu: name, email, Profile and Log out. */
export function UserMenuContent({ user, name, trigger, open, onOpenChange }: UserMenuContentProps) {
  return (
    <DropdownMenu trigger={trigger} open={open} onOpenChange={onOpenChange}>
      <MenuLabel>
        {name && <span className="block text-sm font-medium text-text">{name}</span>}
        <span className="block max-w-64 truncate">{user.email}</span>
      </MenuLabel>
      <MenuSeparator />
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
