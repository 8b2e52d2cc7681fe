import { Bookmark } from 'lucide-react'
import { type ComponentProps, lazy, Suspense, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import type { ContactsUrlState } from './use-contacts-url-state.ts'
import type { ListLayoutState } from './use-list-layout.ts'

const SavedViewsMenu = lazy(async () => ({
  default: (await import('./saved-views-menu.tsx')).SavedViewsMenu,
}))

/** Saved searches, filters and sort orders. The menu's code loads on the first click. */
export function SavedViews(props: { urlState: ContactsUrlState; layout: ListLayoutState }) {
  const [isMounted, setIsMounted] = useState(false)
  if (!isMounted)
    return <ViewsButton aria-haspopup="menu" aria-expanded={false} onClick={() => setIsMounted(true)} />
  return (
    <Suspense fallback={<ViewsButton aria-haspopup="menu" aria-busy />}>
      <SavedViewsMenu {...props} trigger={<ViewsButton />} />
    </Suspense>
  )
}

function ViewsButton(props: ComponentProps<typeof Button>) {
  return (
    <Button {...props} className="max-sm:px-3.5">
      <Bookmark aria-hidden />
      <span className="max-sm:sr-only @max-[50rem]:sr-only">Views</span>
    </Button>
  )
}
