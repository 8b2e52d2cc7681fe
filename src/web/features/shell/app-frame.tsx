import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { Outlet } from 'react-router'
import { createQueryClient } from '#web/lib/query-client.ts'

/** What every page of the application has, signed in or on the way to it: its reads. */
export default function AppFrame() {
  const [queryClient] = useState(createQueryClient)
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
    </QueryClientProvider>
  )
}
