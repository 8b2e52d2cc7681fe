import { useBrand } from '#web/lib/brand.ts'
import { Sheet } from '#web/ui/dialog.tsx'
import { SidebarBody, type SidebarProps } from './sidebar.tsx'

interface MobileSidebarProps {
  user: SidebarProps['user']
  open: boolean
  onClose: () => void
}

/** The sidebar under 768 px: an off-canvas sheet of 18rem. */
export function MobileSidebar({ user, ...sheet }: MobileSidebarProps) {
  const { name } = useBrand()
  return (
    <Sheet side="left" {...sheet} title={name} bodyClassName="flex flex-col pb-2">
      <SidebarBody user={user} onLeave={sheet.onClose} />
    </Sheet>
  )
}
