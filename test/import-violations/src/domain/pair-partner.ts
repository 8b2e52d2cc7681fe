import { pair } from '#domain/pair.ts'

export const partner = () => pair
