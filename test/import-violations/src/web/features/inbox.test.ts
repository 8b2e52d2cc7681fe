export const sample = 1
