import { useCallback } from 'react'
import { useRevalidator } from 'react-router'
import { markBrandStale } from './brand.ts'

/** Reads the brand again and shows it, after it or the active organization changed. */
export function useBrandRefresh(): () => void {
  const { revalidate } = useRevalidator()
  return useCallback(() => {
    markBrandStale()
    void revalidate()
  }, [revalidate])
}
