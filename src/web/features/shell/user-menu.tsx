import { type ComponentProps, lazy, Suspense, useState } from 'react'
import type { CurrentUser } from '#contract/auth.ts'
import { memberName } from '#web/features/organization/members.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'

const loadContent = () => import('./user-menu-content.tsx')
const UserMenuContent = lazy(async () => ({ default: (await loadContent()).UserMenuContent }))

/** The user menu; its code loads on hover, focus or click. */
export function UserMenu({ user, onSwitch }: { user: CurrentUser; onSwitch: () => void }) {
  const [isMounted, setIsMounted] = useState(false)
  const closedProps = { user, 'aria-haspopup': 'menu', 'aria-expanded': false } as const
  if (isMounted) {
    return (
      <Suspense fallback={<UserMenuButton {...closedProps} />}>
        <UserMenuContent user={user} trigger={<UserMenuButton user={user} />} onSwitch={onSwitch} />
      </Suspense>
    )
  }
  return (
    <UserMenuButton
      {...closedProps}
      onPointerEnter={loadContent}
      onFocus={loadContent}
      onClick={() => setIsMounted(true)}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown') return
        event.preventDefault()
        setIsMounted(true)
      }}
    />
  )
}

function UserMenuButton({ user, ...buttonProps }: { user: CurrentUser } & ComponentProps<'button'>) {
  return (
    <Button variant="ghost" size="icon" {...buttonProps}>
      <span className="sr-only">User menu</span>
      <Avatar size="sm" name={memberName(user)} src={user.profileImageUrl} />
    </Button>
  )
}
