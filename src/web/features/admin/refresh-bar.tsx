import { Button } from '#web/ui/button.tsx'

interface RefreshBarProps {
  /** When the numbers were read, or what they cover. */
  text: string
  query: { isFetching: boolean; refetch: () => unknown }
}

/** Shows how current a panel's numbers are, with a button to reload them. */
export function RefreshBar({ text, query }: RefreshBarProps) {
  return (
    <>
      <p className="text-[13px] text-dim">{text}</p>
      <Button size="row" className="ml-auto" disabled={query.isFetching} onClick={() => void query.refetch()}>
        Refresh
      </Button>
    </>
  )
}
