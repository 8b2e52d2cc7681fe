import { Bookmark } from 'lucide-react'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import type { ContactsUrlState } from './use-contacts-url-state.ts'

const SavedViewsMenu = lazy(async () => ({
  default: (await import('./saved-views-menu.tsx')).SavedViewsMenu,
}))

/** Saved searches, filters and sort orders. The menu's code loads on the first click. */
export function SavedViews({ address }: { address: ContactsUrlState }) {
  const [isMounted, setIsMounted] = useState(false)
  if (!isMounted)
    return <ViewsButton aria-haspopup="menu" aria-expanded={false} onClick={() => setIsMounted(true)} />
  return (
    <Suspense fallback={<ViewsButton aria-haspopup="menu" aria-busy />}>
      <SavedViewsMenu address={address} trigger={<ViewsButton />} />
    </Suspense>
  )
}

function ViewsButton(props: ComponentProps<typeof Button>) {
  return (
    <Button {...props}>
      <Bookmark aria-hidden />
      Views
    </Button>
  )
}
