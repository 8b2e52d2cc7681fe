// no-cycles
import { other } from '#domain/other-half.ts'

export const pair = () => other
