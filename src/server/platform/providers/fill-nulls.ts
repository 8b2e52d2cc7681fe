/** Copy of an object whose null fields are filled from another one. */
export function fillNulls<T extends object>(values: T, fallback: T): T {
  const fallbackEntries = Object.entries(fallback).filter(([name]) => values[name as keyof T] === null)
  return { ...values, ...Object.fromEntries(fallbackEntries) }
}
