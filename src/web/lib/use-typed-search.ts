import { useEffect, useRef, useState } from 'react'

/**
 * The text of a search box whose search stands in the address: written there after a pause in typing, and taken from there
 * when a link, the back button or another control changes it.
 *
 * @param write must lead to a change of `inAddress`
 */
export function useTypedSearch(inAddress: string, write: (search: string) => void, pauseMs: number) {
  const [text, setText] = useState(inAddress)
  /** Written and not seen in the address yet, oldest first: the address follows later than one types. */
  const underWay = useRef<string[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    const own = underWay.current.indexOf(inAddress)
    // What somebody else wrote is newer than all that was under way.
    underWay.current = own < 0 ? [] : underWay.current.slice(own + 1)
    if (own >= 0) return
    clearTimeout(timer.current)
    setText(inAddress)
  }, [inAddress])
  useEffect(() => () => clearTimeout(timer.current), [])

  function searchFor(wanted: string): void {
    clearTimeout(timer.current)
    const search = wanted.trim()
    if (search === (underWay.current.at(-1) ?? inAddress)) return
    underWay.current.push(search)
    write(search)
  }

  // The pause outlives the render in which it began, and what the address says may have changed by its end.
  const latest = useRef(searchFor)
  useEffect(() => {
    latest.current = searchFor
  })

  return {
    text,
    /** Shows what was typed, and searches for it after a pause unless told not to. */
    type(next: string, searches = true): void {
      setText(next)
      clearTimeout(timer.current)
      if (searches) timer.current = setTimeout(() => latest.current(next), pauseMs)
    },
    /** Searches for what was typed without waiting. */
    searchNow: () => searchFor(text),
  }
}
