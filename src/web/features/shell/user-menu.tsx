import { type ComponentProps, useEffect, useRef, useState } from 'react'
import type { CurrentUser } from '#contract/auth.ts'
import { Avatar } from '#web/ui/avatar.tsx'
import { Button } from '#web/ui/button.tsx'
import type { UserMenuContent } from './user-menu-content.tsx'

const loadContent = () => import('./user-menu-content.tsx')

/** Who is signed in, and the way out. The menu is loaded when somebody reaches for it. */
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
  // The button is another element once its menu is there: the focus moves along.
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
  return [firstName, lastName].filter(Boolean).join(' ')
}
