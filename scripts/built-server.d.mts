export const BUILT_BOUNDS: readonly string[]
export const BUILT_SERVER: readonly string[]
export const BUILT_SETTINGS: Readonly<Record<string, string>>
