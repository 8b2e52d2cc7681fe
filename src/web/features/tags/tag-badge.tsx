import type { ContactTag, TagColor } from '#contract/tags.ts'
import { Badge, type BadgeProps } from '#web/ui/badge.tsx'

const DOT_COLORS: Readonly<Record<TagColor, string>> = {
  gray: 'var(--color-dim)',
  red: 'var(--color-red)',
  orange: 'var(--color-orange)',
  yellow: 'var(--color-yellow)',
  green: 'var(--color-green)',
  teal: 'var(--color-cat-downsizing)',
  blue: 'var(--color-blue)',
  purple: 'var(--color-cat-death)',
  pink: 'var(--color-cat-diamonds)',
}

/** The colors of tags, in the order of their choice. */
export const TAG_COLORS = Object.keys(DOT_COLORS) as TagColor[]

/** The dot of a tag's color; the name beside it carries the meaning. */
export function tagDot(color: TagColor): string {
  return DOT_COLORS[color]
}

/** A tag with the dot of its color. */
export function TagBadge({ tag, ...badge }: { tag: Pick<ContactTag, 'name' | 'color'> } & BadgeProps) {
  return (
    <Badge {...badge} dot={tagDot(tag.color)}>
      {tag.name}
    </Badge>
  )
}
