import { useQueryClient } from '@tanstack/react-query'
import type { ComponentProps } from 'react'
import { urls } from '#web/lib/urls.ts'

/** A link to the logout call that clears the cached data first. */
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
