import { LogOut } from 'lucide-react'
import type { CurrentUser } from '#contract/auth.ts'
import { LogoutLink } from '#web/features/auth/logout-link.tsx'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import { DropdownMenu, MenuItem, MenuLabel, MenuSeparator } from '#web/ui/dropdown-menu.tsx'

/** Who is signed in, and the way out. */
export function UserMenu({ user }: { user: CurrentUser }) {
  const name = [user.firstName, user.lastName].filter(Boolean).join(' ')
  return (
    <DropdownMenu
      trigger={
        <Button variant="ghost" size="icon">
          <span className="sr-only">User menu</span>
          <Avatar size="sm" name={name || user.email} src={user.profileImageUrl} />
        </Button>
      }
    >
      <MenuLabel>
        {name && <span className="block text-sm font-medium text-text">{name}</span>}
        <span className="block max-w-64 truncate">{user.email}</span>
      </MenuLabel>
      <MenuSeparator />
      <MenuItem asChild>
        <LogoutLink>
          <LogOut aria-hidden />
          Log out
        </LogoutLink>
      </MenuItem>
    </DropdownMenu>
  )
}
