// no-cycles
import { partner } from '#domain/pair-partner.ts'

export const pair = () => partner
