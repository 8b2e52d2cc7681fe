import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type LoaderFunctionArgs, Outlet, useLoaderData } from 'react-router'
import { markBrandFresh, needsBrandReload } from '#web/lib/brand.ts'
import { createQueryClient } from '#web/lib/query-client.ts'
import { pageServices } from '#web/page-services.ts'

/** The brand of the signed-in member, for these pages only: public ones are cached for everyone. */
export async function loader({ context }: LoaderFunctionArgs) {
  return { memberBrand: await pageServices(context).memberBrand() }
}

/** The brand stays the same until something says that it changed. */
export const shouldRevalidate = needsBrandReload

/** Provides the query client to every page of the application. */
export default function AppFrame() {
  const [queryClient] = useState(createQueryClient)
  const data = useLoaderData<typeof loader>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: new data means that the brand was read
  useEffect(markBrandFresh, [data])
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
    </QueryClientProvider>
  )
}
