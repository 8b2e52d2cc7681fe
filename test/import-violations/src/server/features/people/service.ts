// only-stores-touch-the-database
import { type Rows, select } from '#server/platform/db/database.ts'

export const listPeople = (): Rows => select()
