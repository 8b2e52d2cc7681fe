export type Rows = string[]

export const select = (): Rows => []
