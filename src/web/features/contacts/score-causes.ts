const CAUSES: Readonly<Record<string, string>> = {
  enriched: 'after a look-up',
  faded: 'signals fade with time',
  merged: 'after a merge',
  policy: 'how scores are made was changed',
  model: 'a new version of the model',
  backfilled: 'computed for the past',
}

/** What made a score change, in words; nothing for a cause without any. */
export function causeText(cause: string): string | undefined {
  return CAUSES[cause]
}
