/** A parser of user text and what it is measured with. Each file in `cases/` exports `cases: BudgetCase[]`. */
export type BudgetCase = {
  name: string
  /** Reads one text as the product does. */
  read: (text: string) => unknown
  /** An everyday text, read first so that nothing measured is start-up. */
  ordinary: string
  /** Hostile texts by their description, each as long as is accepted. */
  texts: ReadonlyMap<string, string>
}

/** What one text took: the best of five runs after a warm-up. */
export type Measurement = { parser: string; text: string; cpuMs: number; peakMiB: number }
