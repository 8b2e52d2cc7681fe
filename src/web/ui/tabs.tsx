import { Tabs as Primitive } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from './class-names.ts'

/** The set: `value` with `onValueChange`, or `defaultValue`. Holds one TabList and its TabPanels. */
export function Tabs(props: ComponentProps<typeof Primitive.Root>) {
  return <Primitive.Root {...props} />
}

/** The row of tabs; scrolls sideways where it does not fit. */
export function TabList({
  label,
  className,
  children,
}: {
  label: string
  className?: string
  children: ReactNode
}) {
  return (
    <Primitive.List
      aria-label={label}
      className={cx('flex overflow-x-auto border-b border-line [scrollbar-width:none]', className)}
    >
      {children}
    </Primitive.List>
  )
}

export interface TabProps {
  value: string
  children: ReactNode
  /** A figure after the name, for example open tasks. */
  count?: number
  disabled?: boolean
}

export function Tab({ value, children, count, disabled }: TabProps) {
  return (
    <Primitive.Trigger
      value={value}
      disabled={disabled}
      className={
        'group/tab inline-flex h-10 shrink-0 items-center rounded-md px-2.5 text-sm font-medium text-muted transition-colors ' +
        'hover:text-text focus-visible:-outline-offset-3 disabled:opacity-55 max-md:h-11 max-sm:px-1.25 ' +
        'data-[state=active]:text-text'
      }
    >
      {/* The line stands under the words, the focus ring around them. */}
      <span className="inline-flex h-full items-center gap-1.5 border-b-2 border-transparent group-data-[state=active]/tab:border-text">
        {children}
        {count !== undefined && <span className="font-normal text-muted tabular-nums">{count}</span>}
      </span>
    </Primitive.Trigger>
  )
}

/** What a tab shows; mounted only while its tab is chosen. */
export function TabPanel(props: ComponentProps<typeof Primitive.Content>) {
  return <Primitive.Content {...props} className={cx('pt-4', props.className)} />
}
