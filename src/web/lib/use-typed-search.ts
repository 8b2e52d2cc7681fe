import { type RefObject, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigation } from 'react-router'

/**
 * The text of a search box whose search is part of the URL: written there after a pause in typing, and read from there when
 * a link, the Back button or another control changes it.
 *
 * @param write must change `urlSearch`
 */
export function useTypedSearch(urlSearch: string, write: (search: string) => void, pauseMs: number) {
  const [text, setText] = useState(urlSearch)
  /** Searches passed to `write` that are not in the URL yet, oldest first. */
  const pendingSearches = useRef<string[]>([])
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useEffect(() => {
    const pendingIndex = pendingSearches.current.indexOf(urlSearch)
    // A search that this box didn't write is newer than all pending ones.
    pendingSearches.current = pendingIndex < 0 ? [] : pendingSearches.current.slice(pendingIndex + 1)
    if (pendingIndex >= 0) return
    stopTimer(timer)
    setText(urlSearch)
  }, [urlSearch])
  const { pathname } = useLocation()
  const destination = useNavigation().location?.pathname ?? pathname
  // The router runs one navigation at a time: writing the search while leaving the page would cancel the navigation.
  // biome-ignore lint/correctness/useExhaustiveDependencies: stops with each new destination
  useEffect(() => () => stopTimer(timer), [destination])

  function searchFor(text: string): void {
    stopTimer(timer)
    const search = text.trim()
    if (search === (pendingSearches.current.at(-1) ?? urlSearch)) return
    pendingSearches.current.push(search)
    write(search)
  }

  // The timer outlives its render, and the URL may have changed when it fires.
  const latestSearchFor = useRef(searchFor)
  useEffect(() => {
    latestSearchFor.current = searchFor
  })

  return {
    text,
    /** Shows the typed text and, by default, searches for it after the pause. */
    type(newText: string, shouldSearch = true): void {
      setText(newText)
      stopTimer(timer)
      if (shouldSearch) timer.current = setTimeout(() => latestSearchFor.current(newText), pauseMs)
    },
    /** Searches without waiting for the pause, for another text if one is given. */
    searchNow(newText = text): void {
      setText(newText)
      searchFor(newText)
    },
    /** Writes a pending search on blur, before a click on a link navigates. */
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
