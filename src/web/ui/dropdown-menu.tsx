import { Check } from 'lucide-react'
import { DropdownMenu as Primitive } from 'radix-ui'
import { type ComponentProps, type KeyboardEvent, type ReactNode, useState } from 'react'
import { cx } from './class-names.ts'
import { usePopupContainer } from './popup-container.ts'

const ROW_CLASSES =
  'relative flex min-h-8 items-center gap-2 rounded-md px-2 text-sm outline-none select-none data-highlighted:bg-line ' +
  'data-disabled:opacity-55 max-md:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0'

export interface DropdownMenuProps {
  /** The button that opens the menu. */
  trigger: ReactNode
  children: ReactNode
  open?: boolean
  onOpenChange?: (open: boolean) => void
}

/** A menu of actions under a button. */
export function DropdownMenu({ trigger, children, open, onOpenChange }: DropdownMenuProps) {
  const { container, triggerRef } = usePopupContainer()
  const [isOpen, setOpen] = useState(false)
  const setMenuOpen = (next: boolean) => {
    setOpen(next)
    onOpenChange?.(next)
  }
  // Radix sends Escape to the layer opened last, which may be a toast.
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || event.defaultPrevented) return
    // Keeps a dialog around the menu open.
    event.preventDefault()
    setMenuOpen(false)
  }
  return (
    <Primitive.Root modal={false} open={open ?? isOpen} onOpenChange={setMenuOpen}>
      <Primitive.Trigger ref={triggerRef} asChild>
        {trigger}
      </Primitive.Trigger>
      <Primitive.Portal container={container}>
        <Primitive.Content
          align="end"
          sideOffset={6}
          collisionPadding={8}
          onKeyDown={onKeyDown}
          className={
            'z-60 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 overflow-y-auto rounded-lg border ' +
            'border-line-strong bg-popover p-1 data-[state=open]:animate-fade-in data-[state=closed]:animate-fade-out'
          }
        >
          {children}
        </Primitive.Content>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

export interface MenuItemProps extends ComponentProps<typeof Primitive.Item> {
  icon?: ReactNode
  danger?: boolean
}

/** One action. For a link, pass `asChild` with the link, including its icon, as the only child. */
export function MenuItem({ icon, danger, asChild, children, className, ...rest }: MenuItemProps) {
  const classes = cx(ROW_CLASSES, danger && 'text-red', className)
  if (asChild) {
    return (
      <Primitive.Item {...rest} asChild className={classes}>
        {children}
      </Primitive.Item>
    )
  }
  return (
    <Primitive.Item {...rest} className={classes}>
      {icon}
      <span className="flex-1">{children}</span>
    </Primitive.Item>
  )
}

/** An item that is on or off. */
export function MenuCheckboxItem({ children, ...rest }: ComponentProps<typeof Primitive.CheckboxItem>) {
  return (
    <Primitive.CheckboxItem {...rest} className={cx(ROW_CLASSES, 'pl-8')}>
      <Primitive.ItemIndicator className="absolute left-2">
        <Check aria-hidden />
      </Primitive.ItemIndicator>
      {children}
    </Primitive.CheckboxItem>
  )
}

/** A line of text, such as the signed-in user. */
export function MenuLabel({ children }: { children: ReactNode }) {
  return <Primitive.Label className="px-2 py-1.5 text-xs text-muted">{children}</Primitive.Label>
}

export function MenuSeparator() {
  return <Primitive.Separator className="-mx-1 my-1 h-px bg-line-strong" />
}
