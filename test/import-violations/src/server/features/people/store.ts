import { type Rows, select } from '../../platform/db/database.ts'

export const readPeople = (): Rows => select()
