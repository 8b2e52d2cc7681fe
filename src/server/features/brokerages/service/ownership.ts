import type { Query } from '#server/platform/db/database.ts'
import { AppError } from '#server/platform/errors.ts'
import { lockOwned } from '../store/brokerages.ts'

/** Keeps a brokerage from losing its owner with their account. @throws {AppError} conflict for the owner of a brokerage */
export async function requireNoBrokerage(tx: Query, userId: string): Promise<void> {
  const name = await lockOwned(tx, userId)
  if (name === undefined) return
  throw new AppError(
    'conflict',
    `You own the brokerage ${name}. Make a supervising broker its owner first, on the Brokerage page.`,
  )
}
