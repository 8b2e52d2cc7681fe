import { type ComponentProps, useEffect, useRef, useState } from 'react'
import type { CurrentUser } from '#contract/auth.ts'
import { joinPresent } from '#web/lib/format.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import type { UserMenuContent } from './user-menu-content.tsx'

const loadContent = () => import('./user-menu-content.tsx')

/** Button of the user menu; the menu's code loads on hover, focus or click. */
export function UserMenu({ user }: { user: CurrentUser }) {
  const [Content, setContent] = useState<typeof UserMenuContent | null>(null)
  const [open, setOpen] = useState(false)
  const trigger = useRef<HTMLButtonElement>(null)
  const hadFocus = useRef(false)

  const load = () =>
    void loadContent().then((module) => {
      hadFocus.current = document.activeElement === trigger.current
      setContent(() => module.UserMenuContent)
    })
  // Loading the menu replaces the button element, so the focus is moved to the new one.
  useEffect(() => {
    if (Content && hadFocus.current) trigger.current?.focus()
  }, [Content])

  if (Content) {
    return (
      <Content
        user={user}
        name={nameOf(user)}
        open={open}
        onOpenChange={setOpen}
        trigger={<Trigger ref={trigger} user={user} />}
      />
    )
  }
  return (
    <Trigger
      ref={trigger}
      user={user}
      aria-haspopup="menu"
      aria-expanded={false}
      onPointerEnter={load}
      onFocus={load}
      onClick={() => {
        setOpen(true)
        load()
      }}
    />
  )
}

function Trigger({ user, ...rest }: { user: CurrentUser } & ComponentProps<'button'>) {
  return (
    <Button variant="ghost" size="icon" {...rest}>
      <span className="sr-only">User menu</span>
      <Avatar size="sm" name={nameOf(user) || user.email} src={user.profileImageUrl} />
    </Button>
  )
}

function nameOf({ firstName, lastName }: CurrentUser): string {
  return joinPresent([firstName, lastName], ' ')
}
