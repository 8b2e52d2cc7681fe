export type ModelSettings = {
  /** URL without `/chat/completions`, as set by the operator. */
  baseUrl: string
  name: string
  key: string | null
}
