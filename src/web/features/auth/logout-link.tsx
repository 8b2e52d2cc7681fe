import { useQueryClient } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { urls } from '#web/lib/urls.ts'

/** A real link to the logout call; what was read for this user is dropped before the browser leaves. */
export function LogoutLink({ onClick, children, ...rest }: ComponentProps<'a'>) {
  const queryClient = useQueryClient()
  return (
    <a
      {...rest}
      href={urls.logout}
      onClick={(event) => {
        onClick?.(event)
        queryClient.clear()
      }}
    >
      {children}
    </a>
  )
}
