// domain-imports-nothing
import { hostname } from 'node:os'

export const rule = hostname()
