import { LogOut } from 'lucide-react'
import type { ReactNode } from 'react'
import type { CurrentUser } from '#contract/auth.ts'
import { LogoutLink } from '#web/features/auth/logout-link.tsx'
import { DropdownMenu, MenuItem, MenuLabel, MenuSeparator } from '#web/ui/dropdown-menu.tsx'

interface UserMenuContentProps {
  user: CurrentUser
  /** Of the person, or empty. */
  name: string
  trigger: ReactNode
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The menu itself: name, e-mail and Log out. */
export function UserMenuContent({ user, name, trigger, open, onOpenChange }: UserMenuContentProps) {
  return (
    <DropdownMenu trigger={trigger} open={open} onOpenChange={onOpenChange}>
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
