import { Button } from './button.tsx'

interface ShowMoreProps {
  /** A list that is read page by page. */
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
  size?: 'sm'
  className?: string
  /** What there is more of, where several lists stand on a page. */
  what?: string
}

/** Asks for the next page of a list, where there is one. */
export function ShowMore({ list, size, className, what }: ShowMoreProps) {
  if (!list.hasNextPage) return null
  return (
    <Button
      {...(size && { size })}
      className={className}
      pending={list.isFetchingNextPage}
      onClick={() => void list.fetchNextPage()}
    >
      {what ? `Show more ${what}` : 'Show more'}
    </Button>
  )
}
