/** A parser of user text and its measurement. Each file in `cases/` exports `cases: BudgetCase[]`. */
export type BudgetCase = {
  name: string
  /** Parses one text as the product does. */
  read: (text: string) => unknown
  /** Everyday text, parsed first so that start-up isn't measured. */
  ordinaryText: string
  /** Hostile texts by description, each at the maximum accepted length. */
  texts: ReadonlyMap<string, string>
}

/** Cost of one text: the best of five runs after a warm-up. */
export type Measurement = { parser: string; text: string; cpuMs: number; peakMiB: number }
