// tests-are-leaves
import { sample } from './inbox.test.ts'

export const outbox = sample
