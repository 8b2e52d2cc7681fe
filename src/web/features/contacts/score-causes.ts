const CAUSES: Readonly<Record<string, string>> = {
  enriched: 'after enrichment',
  faded: 'signals faded',
  merged: 'after a merge',
  policy: 'score settings changed',
  calibrated: 'adjusted to your outcomes',
  rule: 'own signal rules',
  model: 'new model version',
  backfilled: 'calculated for a past month',
}

/** The cause of a score change as text; undefined for an unknown cause. */
export function causeText(cause: string): string | undefined {
  return CAUSES[cause]
}
