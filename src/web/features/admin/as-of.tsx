import { Button } from '#web/ui/button.tsx'

interface AsOfProps {
  /** When the numbers were read, or what they cover. */
  text: string
  query: { isFetching: boolean; refetch: () => unknown }
}

/** Says how current a panel's numbers are, with a button to read them again. */
export function AsOf({ text, query }: AsOfProps) {
  return (
    <>
      <p className="text-[13px] text-dim">{text}</p>
      <Button size="row" className="ml-auto" disabled={query.isFetching} onClick={() => void query.refetch()}>
        Refresh
      </Button>
    </>
  )
}
