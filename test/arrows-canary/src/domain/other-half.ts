import { pair } from '#domain/pair.ts'

export const other = () => pair
