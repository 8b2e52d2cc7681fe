import { useBrand } from '#web/lib/brand.ts'
import { Sheet } from '#web/ui/sheet.tsx'
import { SidebarBody, type SidebarProps } from './sidebar.tsx'

interface MobileSidebarProps {
  user: SidebarProps['user']
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** The sidebar under 768 px: an off-canvas sheet of 18rem. */
export function MobileSidebar({ user, open, onOpenChange }: MobileSidebarProps) {
  const { name } = useBrand()
  return (
    <Sheet
      side="left"
      open={open}
      onOpenChange={onOpenChange}
      title={name}
      bodyClassName="flex flex-col pb-2"
    >
      <SidebarBody user={user} onLeave={() => onOpenChange(false)} />
    </Sheet>
  )
}
