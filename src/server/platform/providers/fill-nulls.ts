/** Copy of an object whose null fields are filled from another one. */
export function fillNulls<T extends object>(known: T, other: T): T {
  const filled = Object.entries(other).filter(([name]) => known[name as keyof T] === null)
  return { ...known, ...Object.fromEntries(filled) }
}
