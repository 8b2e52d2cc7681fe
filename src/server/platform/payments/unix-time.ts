/** ISO 8601 of a time in seconds since 1970, as the provider counts it. */
export function isoTime(seconds: number): string {
  return new Date(seconds * 1000).toISOString()
}

/** Whole seconds since 1970. */
export function unixSeconds(time: Date | string): number {
  return Math.floor(new Date(time).getTime() / 1000)
}
