export type ModelSettings = {
  /** As the operator gave it: what stands before `/chat/completions`. */
  baseUrl: string
  name: string
  key: string | null
}
