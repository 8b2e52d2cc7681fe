import { type RefObject, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'

/**
 * The text of a search box whose search stands in the address: written there after a pause in typing, and taken from there
 * when a link, the back button or another control changes it.
 *
 * @param write must lead to a change of `inAddress`
 */
export function useTypedSearch(urlSearch: string, write: (search: string) => void, pauseMs: number) {
  const [text, setText] = useState(urlSearch)
  /** Written and not seen in the address yet, oldest first: the address follows later than one types. */
  const pendingSearches = useRef<string[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    const own = pendingSearches.current.indexOf(urlSearch)
    // What somebody else wrote is newer than all that was under way.
    pendingSearches.current = own < 0 ? [] : pendingSearches.current.slice(own + 1)
    if (own >= 0) return
    stopTimer(timer)
    setText(urlSearch)
  }, [urlSearch])
  const { pathname } = useLocation()
  const destination = useNavigation().location?.pathname ?? pathname
  // A router follows one navigation at a time: writing to a page that is being left would call the other one off.
  // biome-ignore lint/correctness/useExhaustiveDependencies: stops with each new destination
  useEffect(() => () => stopTimer(timer), [destination])

  function searchFor(wanted: string): void {
    stopTimer(timer)
    const search = wanted.trim()
    if (search === (pendingSearches.current.at(-1) ?? urlSearch)) return
    pendingSearches.current.push(search)
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
      stopTimer(timer)
      if (searches) timer.current = setTimeout(() => latest.current(next), pauseMs)
    },
    /** Searches for what was typed without waiting. */
    searchNow: () => searchFor(text),
    /** When the box loses the focus: a click on a link comes after, and nothing is left to write in its way. */
    flush: () => {
      if (timer.current !== undefined) searchFor(text)
    },
  }
}

type Timer = RefObject<ReturnType<typeof setTimeout> | undefined>

function stopTimer(timer: Timer): void {
  clearTimeout(timer.current)
  timer.current = undefined
}
