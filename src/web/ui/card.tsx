import { type ComponentProps, type ReactNode, useId } from 'react'
import { cx } from './class-names.ts'

export interface CardProps extends ComponentProps<'div'> {
  /** Reacts to the pointer. The link or button inside should cover the card (`after:absolute after:inset-0`). */
  interactive?: boolean
  selected?: boolean
}

/** A surface with a thin border. The caller sets the padding, usually `p-4`. */
export function Card({ interactive, selected, className, ...rest }: CardProps) {
  return (
    <div
      {...rest}
      className={cx(
        'relative rounded-lg border bg-surface',
        selected ? 'border-accent ring-1 ring-accent' : 'border-line',
        interactive && 'transition-colors hover:border-line-strong hover:bg-raised/60',
        className,
      )}
    />
  )
}

interface PanelProps {
  title: ReactNode
  /** Id of the heading, if a table or list in the panel is labeled by it too. */
  id?: string
  level?: 2 | 3
  /** Beside the title, such as a badge. Give a button `ml-auto`. */
  aside?: ReactNode
  /** A line or two under the title. */
  text?: ReactNode
  /** Layout; `p-4` is included. */
  className?: string
  children?: ReactNode
}

/** A card with a heading, as a region of the page. */
export function Panel({ title, id, level = 2, aside, text, className, children }: PanelProps) {
  const ownId = useId()
  const headingId = id ?? ownId
  const Heading = `h${level}` as const
  return (
    <Card role="region" aria-labelledby={headingId} className={cx('p-4', className)}>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Heading id={headingId} className="text-base">
          {title}
        </Heading>
        {aside}
      </div>
      {text && <p className="mt-1 max-w-2xl text-sm text-muted">{text}</p>}
      {children}
    </Card>
  )
}
