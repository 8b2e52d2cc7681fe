import { Button } from './button.tsx'

interface ShowMoreProps {
  /** An infinite query. */
  list: { hasNextPage: boolean; isFetchingNextPage: boolean; fetchNextPage: () => unknown }
  size?: 'sm'
  className?: string
  /** Item name, for pages with several lists. */
  what?: string
}

/** Button that loads the next page of a list, if there is one. */
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
