import { Tabs as Primitive } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import { cx } from './class-names.ts'

/** Holds one TabList and its TabPanels. */
export const Tabs = Primitive.Root

/** The row of tabs; scrolls sideways if it doesn't fit. */
export function TabList(props: { label: string; className?: string; children: ReactNode }) {
  return (
    <Primitive.List
      aria-label={props.label}
      className={cx('flex overflow-x-auto border-b border-line [scrollbar-width:none]', props.className)}
    >
      {props.children}
    </Primitive.List>
  )
}

export interface TabProps {
  value: string
  children: ReactNode
  /** A count after the name, such as open tasks. */
  count?: number
}

export function Tab({ value, children, count }: TabProps) {
  return (
    <Primitive.Trigger
      value={value}
      className={
        'group/tab inline-flex h-10 shrink-0 items-center rounded-md px-2.5 text-sm font-medium text-muted transition-colors ' +
        'hover:text-text focus-visible:-outline-offset-3 max-md:h-11 max-sm:px-1.25 ' +
        'data-[state=active]:text-text'
      }
    >
      <span className="inline-flex h-full items-center gap-1.5 border-b-2 border-transparent group-data-[state=active]/tab:border-text">
        {children}
        {count !== undefined && <span className="font-normal text-muted tabular-nums">{count}</span>}
      </span>
    </Primitive.Trigger>
  )
}

/** A tab's content; mounted only while its tab is selected. */
export function TabPanel(props: ComponentProps<typeof Primitive.Content>) {
  return <Primitive.Content {...props} className={cx('pt-4', props.className)} />
}
